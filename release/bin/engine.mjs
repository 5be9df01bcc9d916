#!/usr/bin/env node
// `engine` of an installed release: backup, restore, check and compaction of data folders.
process.env["SMS_RELEASE"] = "1";
await import("../dist/engine.mjs");
