import { start } from "./main";

/** The server's process under `npm start`: `program.mjs <the repository's folder> [--empty]`. */
const [root = "", ...args] = process.argv.slice(2);
await start(root, args);
