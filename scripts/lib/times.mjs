// @ts-check
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./run.mjs";

/** Duration in seconds of each test file in its last run on this machine, by path. */
const FILE = join(root, ".build", "test-times.json");

/**
 * Time that one core spends on a test file: its tests and its imports.
 *
 * @typedef {{ path: string, tests: number, seconds: number }} FileTime
 */

/** @returns {Promise<Record<string, number>>} empty if no run has ended yet */
export async function readTimes() {
  return readFile(FILE, "utf8").then(JSON.parse, () => ({}));
}

/**
 * Stores the times of a run for `readTimes`.
 *
 * @param {readonly FileTime[]} files
 */
export async function keepTimes(files) {
  const times = await readTimes();
  for (const { path, seconds } of files) times[path] = seconds;
  await writeFile(FILE, JSON.stringify(times));
}

/** Number of files listed one by one. */
const SLOWEST = 15;

/**
 * Prints the durations of the run's parts, of each test folder, and of the slowest files, as tables
 * for CONTRIBUTING.md.
 *
 * @param {readonly { name: string, seconds: number }[]} parts of the run, wall-clock
 * @param {readonly FileTime[]} files
 */
export function printTimes(parts, files) {
  console.log(
    markdownTable(
      ["part", "seconds"],
      parts.map(({ name, seconds }) => [name, seconds.toFixed(0)]),
    ),
  );
  /** @type {Map<string, FileTime[]>} */
  const folders = new Map();
  for (const file of files) {
    const [, folder = ""] = file.path.split("/");
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const rows = [...folders]
    .map(([folder, its]) => ({ folder, files: its.length, ...sumOf(its) }))
    .sort((a, b) => b.seconds - a.seconds);
  console.log(
    markdownTable(
      ["tests/", "files", "tests", "seconds of one core"],
      rows.map((row) => [row.folder, `${row.files}`, `${row.tests}`, row.seconds.toFixed(0)]),
    ),
  );
  const slowest = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
  console.log(
    markdownTable(
      ["slowest files", "seconds"],
      slowest.map(({ path, seconds }) => [path, seconds.toFixed(1)]),
    ),
  );
}

/** @param {readonly FileTime[]} files */
function sumOf(files) {
  return files.reduce(
    (sum, { tests, seconds }) => ({ tests: sum.tests + tests, seconds: sum.seconds + seconds }),
    { tests: 0, seconds: 0 },
  );
}

/**
 * @param {readonly string[]} titles
 * @param {readonly (readonly string[])[]} rows
 */
function markdownTable(titles, rows) {
  const lines = [titles, titles.map(() => "---"), ...rows];
  return `\n${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}`;
}
