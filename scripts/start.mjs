// @ts-check
/**
 * `npm start`: on a fresh machine too. Installs what is missing, builds what has changed, and
 * serves everything on one port from a process of its own, which is started again when it is
 * killed. `npm start -- --empty` starts without demo data.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildCommandLine, buildServer, buildWeb } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { root, script } from "./lib/run.mjs";

const RESTARTED = "the server was killed and is started again";

await script(async () => {
  await ensureInstalled();
  await buildCommandLine();
  await buildServer();
  await buildWeb();
  const { supervise } = await import(pathToFileURL(join(root, "dist", "supervisor.mjs")).href);
  const program = join(root, "dist", "program.mjs");
  process.exitCode = await supervise(program, [root, ...process.argv.slice(2)], logRestart);
});

/** @param {NodeJS.Signals} signal */
function logRestart(signal) {
  const line = { time: new Date().toISOString(), level: "error", message: RESTARTED, signal };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
