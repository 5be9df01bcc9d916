#!/usr/bin/env node
// The engine's command line as `npx engine` runs it: built first if nobody has.
import { ensureInstalled } from "../scripts/lib/install.mjs";
import { buildServer } from "../scripts/lib/build.mjs";
import { script } from "../scripts/lib/run.mjs";

await script(async () => {
  await ensureInstalled();
  await buildServer();
  await import("../dist/engine.mjs");
});
