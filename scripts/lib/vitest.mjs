// @ts-check
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { Problem, root, run } from "./run.mjs";

const RESULTS = join(root, ".build", "test-results.json");

/**
 * Runs vitest, shows its output, and counts tests from its report. A test file that cannot be
 * loaded contains no tests, so each such file counts as one failure; so does a run without a
 * report.
 *
 * @param {readonly string[]} args of `vitest run`
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runTests(args, env = process.env) {
  await rm(RESULTS, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${RESULTS}`];
  const ended = await run("npx", ["vitest", "run", ...reporters, ...args], {
    env,
    show: true,
  }).then(
    () => true,
    (error) => {
      if (error instanceof Problem) return false;
      throw error;
    },
  );
  const report = await readFile(RESULTS, "utf8").then(JSON.parse, () => null);
  if (!report) return { passed: 0, failed: 1 };
  /** @type {{ status: string, assertionResults: unknown[] }[]} */
  const files = report.testResults;
  const unloaded = files.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const failed = report.numFailedTests + unloaded.length;
  // Vitest also fails a run for errors outside any test.
  return { passed: report.numPassedTests, failed: ended ? failed : Math.max(failed, 1) };
}
