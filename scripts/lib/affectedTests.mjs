// @ts-check
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { importersOf, stepsFrom } from "./importGraph.mjs";
import { output, root } from "./run.mjs";
import { readTimes } from "./times.mjs";

/**
 * Programs and folders that tests start or list instead of importing them: a change below `sources`
 * affects all `tests`.
 */
const NOT_IMPORTED = [
  { sources: /^(cli|domain)\//, tests: /^tests\/cli\// },
  { sources: /^(server|engine|scripts)\//, tests: /^tests\/server\// },
  { sources: /^(convex|domain|tests\/support\/functions)\//, tests: /^tests\/engine\/home\// },
  { sources: /^tests\/engine\/app\//, tests: /^tests\/engine\// },
  // convex-test loads all functions by a glob pattern.
  { sources: /^(convex|domain)\//, tests: /^tests\/convex\// },
];
/** Such tests count as importing the changed file through this many other files. */
const STEPS_NOT_IMPORTED = 9;

/** Assumed duration of a test file that no run has measured. */
const USUAL_SECONDS = 2;

/**
 * Returns the test files that a change since `base` can affect: those that import a changed file,
 * directly or indirectly, and those that start a changed program. Browser tests are excluded,
 * because every change to the product affects them.
 *
 * Tests named after a changed file come first, then tests with the fewest imports in between. They
 * are selected until the durations of their last runs add up to `seconds`.
 *
 * @param {string} base a commit
 * @param {number} seconds of one core
 * @returns {Promise<{ taken: string[], left: number }>} paths relative to the repository; `left`:
 *   number of affected files that were not selected
 */
export async function affectedTests(base, seconds) {
  const changed = await changedFiles(base);
  const tests = await testFiles();
  const steps = stepsFrom(await importersOf(tests), changed);
  const names = changed.map(nameOf);
  const times = await readTimes();
  const affected = tests
    .map((test) => ({
      test,
      isNamesake: names.includes(nameOf(test)),
      steps: steps.get(test) ?? stepsNotImported(test, changed),
      seconds: times[test] ?? USUAL_SECONDS,
    }))
    .filter((each) => each.steps < Infinity)
    .sort(
      (a, b) =>
        Number(b.isNamesake) - Number(a.isNamesake) || a.steps - b.steps || a.seconds - b.seconds,
    );
  let used = 0;
  const taken = affected.filter((each) => {
    used += each.seconds;
    return each.isNamesake || used <= seconds;
  });
  return { taken: taken.map(({ test }) => test), left: affected.length - taken.length };
}

/**
 * Returns the commit where this branch left the published one, or the last commit when no branch is
 * published.
 */
export async function baseCommit() {
  for (const published of ["origin/main", "main"]) {
    const base = await output("git", ["merge-base", "HEAD", published]).catch(() => null);
    if (base) return base;
  }
  return "HEAD";
}

/** @param {string} path */
const nameOf = (path) => basename(path).replace(/(\.test)?\.\w+$/, "");

/**
 * @param {string} test
 * @param {readonly string[]} changed
 */
function stepsNotImported(test, changed) {
  const isAffected = NOT_IMPORTED.some(
    ({ sources, tests }) => tests.test(test) && changed.some((file) => sources.test(file)),
  );
  return isAffected ? STEPS_NOT_IMPORTED : Infinity;
}

/** @param {string} base */
async function changedFiles(base) {
  const tracked = await output("git", ["diff", "--name-only", base]);
  const added = await output("git", ["ls-files", "--others", "--exclude-standard"]);
  return `${tracked}\n${added}`.split("\n").filter(Boolean);
}

/** Returns all test files except browser tests, sorted. */
async function testFiles() {
  const names = await readdir(join(root, "tests"), { recursive: true });
  return names
    .map((name) => `tests/${name}`)
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith("tests/e2e/"))
    .sort();
}
