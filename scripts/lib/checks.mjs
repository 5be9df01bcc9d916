// @ts-check
import { Problem, run } from "./run.mjs";

/**
 * A check of the whole repository that is not a test: a program that ends with code 0, or else
 * prints what is wrong.
 *
 * @typedef {{ name: string, command: readonly string[], cache?: readonly string[] }} Check
 *   `cache`: arguments that make the check skip files whose content it knows, though a change
 *   elsewhere may concern them (typed lint rules). Left out where everything is to be checked.
 */

/**
 * Every check, in two lanes that run side by side: the machine of a test run has two cores, and
 * Lint takes as long as all others together.
 *
 * @type {readonly (readonly Check[])[]}
 */
const LANES = [
  [
    {
      name: "Lint",
      command: ["eslint", ".", "--max-warnings", "0"],
      cache: ["--cache", "--cache-strategy", "content", "--cache-location", ".build/eslint"],
    },
  ],
  [
    {
      name: "Types",
      command: ["tsc", "--incremental", "--tsBuildInfoFile", ".build/tsc.tsbuildinfo"],
    },
    {
      name: "Format",
      command: ["prettier", "--check", ".", "--cache", "--cache-location", ".build/prettier"],
    },
    {
      name: "Unused files, exports and packages",
      command: ["knip", "--cache", "--cache-location", ".build/knip"],
    },
    {
      name: "Imports",
      command: ["depcruise", "domain", "convex", "engine", "web", "cli", "server"].concat([
        "scripts",
        "tests",
        "bench",
      ]),
    },
    { name: "Generated code", command: ["node", "scripts/codegen.mjs", "--check"] },
  ],
];

/**
 * Runs every check, however many fail, and prints how long each took and what it found.
 *
 * @param {{ cached: boolean }} options `cached`: see `Check`
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks({ cached }) {
  const lanes = LANES.map(async (checks) => {
    /** @type {boolean[]} */
    const results = [];
    for (const check of checks) results.push(await runCheck(check, cached));
    return results;
  });
  const results = (await Promise.all(lanes)).flat();
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}

/**
 * @param {Check} check
 * @param {boolean} cached
 * @returns {Promise<boolean>} whether nothing was found
 */
async function runCheck({ name, command, cache = [] }, cached) {
  const started = Date.now();
  /** @param {string} outcome */
  const report = (outcome) => {
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    process.stderr.write(`  ${name} … ${outcome}${seconds} s\n`);
  };
  try {
    await run("npx", [...command, ...(cached ? cache : [])]);
    report("");
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    report("failed after ");
    console.error(error.message);
    return false;
  }
}
