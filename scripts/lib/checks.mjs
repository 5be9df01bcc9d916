// @ts-check
import { Problem, run } from "./run.mjs";

/**
 * A check of the whole repository that is not a test: a program that exits with code 0, or else
 * prints the problems it found.
 *
 * @typedef {{ name: string, command: readonly string[] }} Check
 */

/** Folders of code. */
const FOLDERS = "domain convex engine web cli server scripts tests bench".split(" ");

/**
 * All checks, in two lanes that run in parallel, because test machines have two cores.
 *
 * @type {readonly (readonly Check[])[]}
 */
const LANES = [
  [
    { name: "Types and lint", command: ["oxlint"] },
    {
      name: "Unused files, exports and packages",
      command: ["knip", "--cache", "--cache-location", ".build/knip"],
    },
  ],
  [
    { name: "Format", command: ["oxfmt", "--check"] },
    {
      name: "Imports",
      command: ["depcruise", ...FOLDERS],
    },
    { name: "Generated code", command: ["node", "scripts/codegen.mjs", "--check"] },
  ],
];

/**
 * Runs every check regardless of failures, and prints each one's duration and findings.
 *
 * @returns {Promise<import("./outcome.mjs").Outcome>}
 */
export async function runChecks() {
  const lanes = LANES.map(async (checks) => {
    /** @type {string[]} */
    const failures = [];
    for (const check of checks) if (!(await passes(check))) failures.push(check.name);
    return failures;
  });
  const failures = (await Promise.all(lanes)).flat();
  return { passed: LANES.flat().length - failures.length, failures };
}

/**
 * Runs one check.
 *
 * @param {Check} check
 * @returns {Promise<boolean>} true when it found no problem
 */
async function passes({ name, command }) {
  const started = Date.now();
  /** @param {string} outcome */
  const report = (outcome) => {
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    process.stderr.write(`  ${name} … ${outcome}${seconds} s\n`);
  };
  try {
    await run("npx", [...command]);
    report("");
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    report("failed after ");
    console.error(error.message);
    return false;
  }
}
