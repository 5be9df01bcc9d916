// @ts-check
/**
 * `npm test`: on a fresh machine too. Installs what is missing, builds, checks format, lint and
 * types, runs every test, and ends with one line: `N passed, N failed`.
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

await script(async () => {
  await ensureInstalled();
  const chromium = await ensureChromium();
  await buildCommandLine();
  await buildServer();
  await buildWeb();

  let failed = 0;
  let passed = 0;
  for (const [name, ...command] of CHECKS) {
    try {
      await step(name, () => run("npx", command));
      passed += 1;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      console.error(error.message);
      failed += 1;
    }
  }

  const tests = await runTests(chromium);
  passed += tests.passed;
  failed += tests.failed;
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
});

/**
 * Runs vitest and counts from its report. A test file that cannot even be loaded has no tests in
 * it, so each such file counts as one failure; so does a run that leaves no report.
 *
 * @param {string} chromium
 */
async function runTests(chromium) {
  const env = { ...process.env, CHROMIUM_PATH: chromium };
  const args = ["vitest", "run", "--reporter=default", "--reporter=json"];
  await rm(RESULTS, { force: true });
  let ended = true;
  try {
    await run("npx", [...args, `--outputFile.json=${RESULTS}`, ...process.argv.slice(2)], {
      env,
      show: true,
    });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    ended = false;
  }
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
