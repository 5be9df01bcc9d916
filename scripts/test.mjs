// @ts-check
/**
 * `npm test`, on a fresh machine too: installs missing packages, builds, runs the checks of
 * `npm run check` and every test, and ends with the location and message of each failure and one
 * line: `N passed, N failed`. A check counts as a test.
 * `npm test -- --project domain` and other vitest arguments run a subset of the tests; with
 * `--times` the run ends with the durations of its parts and of the slowest files.
 */
import { buildCommandLine, buildServer, buildWeb } from "./lib/build.mjs";
import { runChecks } from "./lib/checks.mjs";
import { ensureChromium } from "./lib/chromium.mjs";
import { ensureInstalled } from "./lib/install.mjs";
import { reportOutcomes } from "./lib/outcome.mjs";
import { script } from "./lib/run.mjs";
import { printTimes } from "./lib/times.mjs";
import { runTests } from "./lib/vitest.mjs";

const TIMES = "--times";

/** @type {{ name: string, seconds: number }[]} */
const parts = [];

/**
 * Runs a part of the run and records its duration.
 *
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 */
async function timed(name, work) {
  const started = performance.now();
  const result = await work();
  parts.push({ name, seconds: (performance.now() - started) / 1000 });
  return result;
}

async function build() {
  await buildCommandLine();
  await buildServer();
  await buildWeb();
}

await script(async () => {
  await ensureInstalled();
  const env = { ...process.env, CHROMIUM_PATH: await ensureChromium() };
  const asked = process.argv.slice(2).filter((argument) => argument !== TIMES);

  await timed("build", build);
  // Checks use the CPU while the demo lab of the browser tests starts, and while tests wait.
  const [checks, tests] = await timed("checks and tests", () =>
    Promise.all([runChecks(), runTests(asked, env)]),
  );
  if (process.argv.includes(TIMES)) printTimes(parts, tests.files);
  reportOutcomes([checks, tests]);
});
