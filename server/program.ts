/** The server's process under `npm start`: `program.mjs <the repository's folder> [--empty]`. */

import { start } from "./main";

const [root = "", ...args] = process.argv.slice(2);
await start(root, args);
