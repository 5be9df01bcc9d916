#!/usr/bin/env node
// Entry point of `npx sms`: builds the command line if `npm start` or `npm test` has not done so.
import { buildCommandLine } from "./lib/build.mjs";
import { isInstalled } from "./lib/install.mjs";
import { Problem, script } from "./lib/run.mjs";
import { runBuilt } from "./lib/runtime.mjs";

await script(async () => {
  if (!(await isInstalled())) {
    throw new Problem("The packages are not all installed. Run npm start, or npm ci, first.");
  }
  await buildCommandLine();
  await runBuilt("sms.mjs");
});
