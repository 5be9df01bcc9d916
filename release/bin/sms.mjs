#!/usr/bin/env node
// `sms` of an installed release: `sms start` runs the server, every other command the command line.
import { fileURLToPath } from "node:url";

process.env["SMS_RELEASE"] = "1";
if (process.argv[2] === "start") {
  const { runSupervised } = await import("../dist/supervised.mjs");
  const root = fileURLToPath(new URL("..", import.meta.url));
  process.exitCode = await runSupervised(root, process.argv.slice(3));
} else {
  await import("../dist/sms.mjs");
}
