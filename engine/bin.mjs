#!/usr/bin/env node
// Entry point of `npx engine`. Builds the engine first if necessary.
import { ensureInstalled } from "../scripts/lib/install.mjs";
import { buildServer } from "../scripts/lib/build.mjs";
import { script } from "../scripts/lib/run.mjs";

await script(async () => {
  await ensureInstalled();
  await buildServer();
  await import("../dist/engine.mjs");
});
