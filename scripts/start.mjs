// @ts-check
/**
 * `npm start`: on a fresh machine too. Installs what is missing, builds what has changed, and serves
 * everything on one port from this process. `npm start -- --empty` starts without demo data.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildCommandLine, buildServer, buildWeb } from "./lib/build.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { root, script } from "./lib/run.mjs";

await script(async () => {
  await ensureInstalled();
  await buildCommandLine();
  await buildServer();
  await buildWeb();
  const { start } = await import(pathToFileURL(join(root, "dist", "server.mjs")).href);
  await start(root);
});
