// @ts-check
import { readFile, rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { Problem, root, run } from "./run.mjs";
import { keepTimes } from "./times.mjs";

const RESULTS = join(root, ".build", "test-results.json");

/**
 * The used parts of vitest's report about one test and one file.
 *
 * @typedef {{
 *   ancestorTitles: string[], title: string, status: string, failureMessages: string[],
 * }} TestReport
 * @typedef {{
 *   name: string, status: string, message: string, assertionResults: TestReport[],
 *   startTime: number, endTime: number,
 * }} FileReport
 */

/**
 * Runs vitest, shows its output, and reads its report. A test file that fails to load has no tests,
 * so it counts as one failure; so does a run without a report.
 *
 * @param {readonly string[]} args of `vitest run`
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<import("./outcome.mjs").Outcome & {
 *   files: readonly import("./times.mjs").FileTime[],
 * }>}
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
  if (!report) return { passed: 0, failures: ["vitest ended without a report"], files: [] };
  /** @type {FileReport[]} */
  const files = report.testResults;
  const failures = files.flatMap(failuresOf);
  // Vitest also fails a run for errors outside any test.
  if (!ended && failures.length === 0) failures.push("vitest: an error outside any test");
  const times = files.map(timeOf);
  await keepTimes(times);
  return { passed: report.numPassedTests, failures, files: times };
}

/**
 * @param {FileReport} file
 * @returns {import("./times.mjs").FileTime}
 */
function timeOf({ name, assertionResults, startTime, endTime }) {
  const seconds = (endTime - startTime) / 1000;
  return { path: relative(root, name), tests: assertionResults.length, seconds };
}

/**
 * @param {FileReport} file
 * @returns {string[]} one line per failed test, or one line for a file that failed to load
 */
function failuresOf({ name, status, message, assertionResults }) {
  const path = relative(root, name);
  if (status === "failed" && assertionResults.length === 0)
    return [`${path}: ${firstLine(message)}`];
  return assertionResults
    .filter((test) => test.status === "failed")
    .map(({ ancestorTitles, title, failureMessages }) =>
      [path, ...ancestorTitles, `${title}: ${firstLine(failureMessages[0])}`].join(" > "),
    );
}

const firstLine = (text = "") => text.split("\n", 1)[0];
