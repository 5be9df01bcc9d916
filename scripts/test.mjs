// @ts-check
/**
 * `npm test`: on a fresh machine too. Installs what is missing, builds, checks format, lint and
 * types, runs every test, and ends with one line: `N passed, N failed`. A check that fails counts
 * as a failed test.
 * `npm test -- --project domain` and other vitest arguments run a part of the tests.
 */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { buildCommandLine, buildServer, buildWeb } from "./lib/build.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { Problem, root, run, script, step } from "./lib/run.mjs";

const RESULTS = join(root, ".build", "test-results.json");

const CHECKS = /** @type {const} */ ([
  ["Format", "prettier", "--check", "."],
  ["Lint", "eslint", ".", "--max-warnings", "0"],
  ["Types", "tsc", "--noEmit"],
]);

/** Browsers and servers get the machine for themselves: they are what the clock can fail. */
const GROUPS = [["--project=!e2e"], ["--project=e2e"]];

await script(async () => {
  await ensureInstalled();
  const chromium = await ensureChromium();
  await buildCommandLine();
  await buildServer();
  await buildWeb();

  let passed = 0;
  let failed = await failedChecks();
  const asked = process.argv.slice(2);
  for (const args of asked.length > 0 ? [asked] : GROUPS) {
    const tests = await runTests(args, chromium);
    passed += tests.passed;
    failed += tests.failed;
  }
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
});

async function failedChecks() {
  let failed = 0;
  for (const [name, ...command] of CHECKS) {
    try {
      await step(name, () => run("npx", command));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      console.error(error.message);
      failed += 1;
    }
  }
  return failed;
}

/**
 * Runs vitest and counts from its report. A test file that cannot even be loaded has no tests in
 * it, so each such file counts as one failure; so does a run that leaves no report.
 *
 * @param {readonly string[]} args
 * @param {string} chromium
 */
async function runTests(args, chromium) {
  await rm(RESULTS, { force: true });
  const env = { ...process.env, CHROMIUM_PATH: chromium };
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
