// @ts-check
/**
 * `npm run check`: the checks before a commit. Checks format, lint, types, unused code, imports and
 * generated code, then runs the tests that the changes since the published branch can affect, and
 * ends with one line: `N passed, N failed`. A check counts as a test. `npm run check -- HEAD` runs
 * only the tests of uncommitted changes; another commit works likewise. Browser tests run in `npm
 * test`, or with `npx vitest run --project e2e`.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { affectedTests, baseCommit } from "./lib/affectedTests.mjs";
import { runChecks } from "./lib/checks.mjs";
import { reportOutcomes } from "./lib/outcome.mjs";
import { root, script } from "./lib/run.mjs";
import { runTests } from "./lib/vitest.mjs";

await script(async () => {
  await mkdir(join(root, ".build"), { recursive: true });
  const base = process.argv[2] ?? (await baseCommit());
  const checks = await runChecks();
  const files = await affectedTests(base);
  reportOutcomes(files.length > 0 ? [checks, await runTests(files)] : [checks]);
});
