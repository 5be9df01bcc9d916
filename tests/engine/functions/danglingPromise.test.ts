import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = new URL("danglingPromise.ts", import.meta.url).pathname;

test("a promise that a function forgot and that rejects is logged, and the server lives", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", script]);
  const logged = JSON.parse(stdout) as string[];
  expect(logged).toContain("'Uncaught (in promise)'");
  expect(logged.join("\n")).toContain("Error: forgotten");
});
