import { spawnSync } from "node:child_process";
import { closeSync, fstatSync, fsyncSync, openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { DamagedStoreError } from "./errors";
import { TREE_PROGRAM } from "./tree";

/** LMDB's data file in the folder of a store. Earlier versions have another: upgradeFile.ts. */
export const DATA_FILE = "tree.mdb";

/**
 * LMDB maps its file into memory and trusts it: opening one that is cut short ends the process with
 * a bus error. So the two meta pages are read first. Layout of a meta page (lmdb 2.9's liblmdb,
 * little endian): page header 24 bytes, then magic u32, version u32, address u64, map size u64, two
 * trees of 48 bytes (the first begins with the page size, u32), last page number u64, transaction
 * u64.
 */
const PAGE_HEADER = 24;
const MAGIC = 0xbeefc0de;
const PAGE_SIZE_AT = PAGE_HEADER + 24;
const LAST_PAGE_AT = PAGE_HEADER + 24 + 2 * 48;
const TRANSACTION_AT = LAST_PAGE_AT + 8;
const META_BYTES = TRANSACTION_AT + 8;
const MIN_PAGE_SIZE = 512;
const MAX_PAGE_SIZE = 65_536;

/** @throws DamagedStoreError when `file` exists and is not a whole LMDB data file */
export function checkDataFile(file: string): void {
  let descriptor;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  try {
    const size = fstatSync(descriptor).size;
    const first = readMeta(descriptor, 0);
    const second = first && readMeta(descriptor, first.pageSize);
    if (!first || !second)
      throw new DamagedStoreError(`${file} is damaged: no store begins there.`);
    const newest = first.transaction >= second.transaction ? first : second;
    const expected = (newest.lastPage + 1) * newest.pageSize;
    if (size < expected && !isReadable(file)) {
      throw new DamagedStoreError(
        `${file} is damaged: it has ${size} bytes and should have ${expected}. Restore it from a backup.`,
      );
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * LMDB leaves pages at the end of its file unwritten when they were freed in the commit that took
 * them (about one commit in a hundred of random sizes), so a short file may be whole. Another
 * process reads all of it: where a page is missing, the system ends that one.
 */
const READ_ALL = `
  ${TREE_PROGRAM}
  const [lmdb, path] = process.argv.slice(1);
  const store = openTree(lmdb, { path, readOnly: true });
  for (const entry of store.getRange()) void entry;
  store.getStats(); // walks the list of free pages`;

function isReadable(file: string): boolean {
  const lmdb = createRequire(import.meta.url).resolve("lmdb");
  return spawnSync(process.execPath, ["-e", READ_ALL, lmdb, file]).status === 0;
}

function readMeta(descriptor: number, at: number) {
  const meta = Buffer.alloc(META_BYTES);
  if (readSync(descriptor, meta, 0, META_BYTES, at) !== META_BYTES) return null;
  const pageSize = meta.readUInt32LE(PAGE_SIZE_AT);
  if (meta.readUInt32LE(PAGE_HEADER) !== MAGIC) return null;
  if (pageSize < MIN_PAGE_SIZE || pageSize > MAX_PAGE_SIZE) return null;
  return {
    pageSize,
    lastPage: Number(meta.readBigUInt64LE(LAST_PAGE_AT)),
    transaction: meta.readBigUInt64LE(TRANSACTION_AT),
  };
}

/** Makes the names of new files in `path` outlive a power loss. */
export function syncFolder(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
