// @ts-check
/** The process that DevDeployment starts. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, script } from "./run.mjs";

await script(async () => {
  const { start } = await import(pathToFileURL(join(root, "dist", "server.mjs")).href);
  await start(root, [], { isDevelopment: true });
});
