/** The server's process under `npm start` and `sms start`: `program.mjs <root> [--empty]`. */

import { start } from "./main";

const [root = "", ...args] = process.argv.slice(2);
await start(root, args);
