// @ts-check
/**
 * `npm run check`: the checks before a commit, in a minute and a half. Checks format, lint, types,
 * unused code, imports and generated code, in parallel with the tests that the changes since the
 * published branch can affect: the most closely related ones, as many as time allows. Ends with one
 * line: `N passed, N failed`. A check counts as a test.
 * `npm run check -- HEAD` runs only the tests of uncommitted changes; another commit works, too.
 * All other tests, and browser tests, run in `npm test`.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { affectedTests, baseCommit } from "./lib/affectedTests.mjs";
import { runChecks } from "./lib/checks.mjs";
import { reportOutcomes } from "./lib/outcome.mjs";
import { root, script } from "./lib/run.mjs";
import { runTests } from "./lib/vitest.mjs";

/** Test seconds on one core, by the tests' last runs; on two cores, the checks take as long. */
const SECONDS_OF_TESTS = 70;

await script(async () => {
  await mkdir(join(root, ".build"), { recursive: true });
  const base = process.argv[2] ?? (await baseCommit());
  const { taken, left } = await affectedTests(base, SECONDS_OF_TESTS);
  const outcomes = await Promise.all([runChecks(), ...(taken.length > 0 ? [runTests(taken)] : [])]);
  if (left > 0) console.log(`${left} more test files that the changes can affect: npm test`);
  reportOutcomes(outcomes);
});
