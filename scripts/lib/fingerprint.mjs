// @ts-check
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./run.mjs";

/** Folder of the builds' fingerprints, one small file each. Never committed. */
const FOLDER = join(root, ".build", "fingerprints");

/**
 * Returns the files below `path` (a file or folder of the repository), sorted; none if it is
 * missing.
 *
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  /** @type {import("node:fs").Dirent[]} */
  let entries;
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true });
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code;
    if (code === "ENOTDIR") return [path];
    if (code === "ENOENT") return [];
    throw error;
  }
  const below = entries.map((entry) => {
    const child = `${path}/${entry.name}`;
    return entry.isDirectory() ? filesBelow(child) : [child];
  });
  return below.flat().sort();
}

/**
 * Hashes the names of everything below `inputs`, with what `read` returns of each file.
 *
 * @param {readonly string[]} files
 * @param {readonly string[]} variables of the environment
 * @param {(path: string) => string | Buffer} read
 */
function hashOf(files, variables, read) {
  const hash = createHash("sha256").update(process.version);
  for (const file of files) {
    const content = read(join(root, file));
    hash.update(`\0${file}\0${content.length}\0`).update(content);
  }
  for (const name of variables) hash.update(`\0${name}=${process.env[name] ?? ""}`);
  return hash.digest("hex");
}

/** @param {string} path */
function stampOf(path) {
  const { size, mtimeNs, ino } = statSync(path, { bigint: true });
  return `${size} ${mtimeNs} ${ino}`;
}

/**
 * Does `work` unless it has been done for exactly these inputs and its output is still there.
 * Reading all inputs takes 150 ms of a start, so they are read only if one of them has another
 * size, date or inode than at the last build.
 *
 * @param {{
 *   name: string,
 *   inputs: readonly string[],
 *   variables?: readonly string[],
 *   output: string,
 * }} build
 * @param {() => Promise<void>} work
 * @returns {Promise<boolean>} whether it was done now
 */
export async function unlessFresh({ name, inputs, variables = [], output }, work) {
  const record = join(FOLDER, name);
  const files = inputs.flatMap(filesBelow);
  const [lastContents, lastStamps] = readRecord(record);
  const isThere = existsSync(join(root, output));
  const stamps = hashOf(files, variables, stampOf);
  if (stamps === lastStamps && isThere) return false;
  const contents = hashOf(files, variables, (path) => readFileSync(path));
  const isDone = contents === lastContents && isThere;
  if (!isDone) await work();
  await mkdir(FOLDER, { recursive: true });
  await writeFile(record, `${contents}\n${stamps}\n`);
  return !isDone;
}

/**
 * Returns the hashes of the last build: of its inputs' contents, and of their sizes and dates.
 *
 * @param {string} record
 * @returns {readonly (string | undefined)[]}
 */
function readRecord(record) {
  return existsSync(record) ? readFileSync(record, "utf8").split("\n") : [];
}
