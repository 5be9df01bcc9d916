#!/usr/bin/env node
// Entry point of `npx engine`: builds the server and the engine if a source has changed.
import { ensureInstalled } from "./lib/install.mjs";
import { buildServer } from "./lib/build.mjs";
import { script } from "./lib/run.mjs";
import { runBuilt } from "./lib/runtime.mjs";

await script(async () => {
  await ensureInstalled();
  await buildServer();
  await runBuilt("engine.mjs");
});
