#!/usr/bin/env node
// @ts-check
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const built = new URL("../dist/engine.mjs", import.meta.url);
if (!existsSync(fileURLToPath(built))) {
  console.error("The engine is not built yet: `npm start` or `npm test` builds it.");
  process.exit(1);
}
await import(built.href);
