// @ts-check
import { existsSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { output, root, run } from "./run.mjs";

/**
 * Tests that start or bundle a program instead of importing it. Vitest sees no import there, so a
 * changed file matching `sources` affects all tests below `tests`.
 */
const STARTED_PROGRAMS = [
  { sources: /^(cli|domain)\//, tests: "tests/cli/" },
  { sources: /^(server|engine|scripts)\//, tests: "tests/server/" },
  { sources: /^(convex|domain|tests\/support\/functions)\//, tests: "tests/engine/home/" },
  { sources: /^tests\/engine\/app\//, tests: "tests/engine/" },
];

/**
 * Returns the test files that a change since `base` can affect: those that import a changed file,
 * directly or indirectly, and those that start a changed program. Browser tests are excluded,
 * because every change to the product affects them.
 *
 * @param {string} base a commit
 * @returns {Promise<string[]>} paths relative to the repository
 */
export async function affectedTests(base) {
  const changed = await changedFiles(base);
  const all = await listTests([]);
  const importing = await listTests([`--changed=${base}`]);
  const starting = STARTED_PROGRAMS.filter(({ sources }) => changed.some((f) => sources.test(f)));
  return all.filter(
    (file) => importing.includes(file) || starting.some(({ tests }) => file.startsWith(tests)),
  );
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

/** @param {string} base */
async function changedFiles(base) {
  const tracked = await output("git", ["diff", "--name-only", base]);
  const added = await output("git", ["ls-files", "--others", "--exclude-standard"]);
  return `${tracked}\n${added}`.split("\n").filter(Boolean);
}

/**
 * @param {readonly string[]} args of `vitest list`
 * @returns {Promise<string[]>} test files relative to the repository
 */
async function listTests(args) {
  const file = join(root, ".build", "tests.json");
  await rm(file, { force: true });
  await run("npx", ["vitest", "list", "--filesOnly", "--project=!e2e", `--json=${file}`, ...args]);
  if (!existsSync(file)) return [];
  /** @type {{ file: string }[]} */
  const tests = JSON.parse(await readFile(file, "utf8"));
  return [...new Set(tests.map((test) => test.file.slice(root.length + 1)))];
}
