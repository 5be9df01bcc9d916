// @ts-check
/**
 * `npm start`, on a fresh machine too: installs missing packages, builds what has changed, and
 * serves everything on one port from a child process, which is restarted when it is killed or
 * fails. `npm start -- --empty` starts without demo data.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildCommandLine, buildServer, buildWeb } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { Problem, root, script } from "./lib/run.mjs";
import { chosenRuntime } from "./lib/runtime.mjs";

/** @param {string} file of dist/ */
const built = (file) => import(pathToFileURL(join(root, "dist", file)).href);

await script(async () => {
  await ensureInstalled();
  await buildServer();
  const args = process.argv.slice(2);
  const { checkStart } = await built("checkStart.mjs");
  const refused = await checkStart(process.env, args);
  if (refused !== null) throw new Problem(refused);
  await buildCommandLine();
  await buildWeb();
  const { runSupervised } = await built("supervised.mjs");
  process.exitCode = await runSupervised(root, args, await chosenRuntime());
});
