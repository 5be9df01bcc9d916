#!/usr/bin/env node
// The command line as `npx sms` runs it: built first if `npm start` or `npm test` has not done so.
import { ensureInstalled } from "../scripts/lib/install.mjs";
import { buildCommandLine } from "../scripts/lib/build.mjs";
import { script } from "../scripts/lib/run.mjs";

await script(async () => {
  await ensureInstalled();
  await buildCommandLine();
  await import("../dist/sms.mjs");
});
