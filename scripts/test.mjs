// @ts-check
/**
 * `npm test`, on a fresh machine too: installs missing packages, builds, runs the checks of `npm
 * run check` and every test, and ends with the location and message of each failure and one line:
 * `N passed, N failed`. A check counts as a test. `npm test -- --project domain` and other vitest
 * arguments run a subset of the tests.
 */
import { buildCommandLine, buildServer, buildWeb } from "./lib/build.mjs";
import { runChecks } from "./lib/checks.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { reportOutcomes } from "./lib/outcome.mjs";
import { script } from "./lib/run.mjs";
import { runTests } from "./lib/vitest.mjs";

/**
 * Browser tests run in a group of their own, because only they can fail when the machine is busy.
 */
const GROUPS = [["--project=!e2e"], ["--project=e2e"]];

await script(async () => {
  await ensureInstalled();
  const env = { ...process.env, CHROMIUM_PATH: await ensureChromium() };
  await buildCommandLine();
  await buildServer();
  await buildWeb();

  const outcomes = [await runChecks()];
  const asked = process.argv.slice(2);
  const groups = asked.length > 0 ? [asked] : GROUPS;
  for (const args of groups) outcomes.push(await runTests(args, env));
  reportOutcomes(outcomes);
});
