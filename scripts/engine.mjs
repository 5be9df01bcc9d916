#!/usr/bin/env node
// Entry point of `npx engine`: builds the server and the engine if a source has changed.
import { ensureInstalled } from "./lib/install.mjs";
import { buildServer } from "./lib/build.mjs";
import { script } from "./lib/run.mjs";

await script(async () => {
  await ensureInstalled();
  await buildServer();
  await import("../dist/engine.mjs");
});
