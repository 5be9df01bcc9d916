import { closeSync, fstatSync, fsyncSync, openSync, readSync } from "node:fs";
import { DamagedStoreError } from "./errors";
import { PAGE_HEADER, readFreePages, type FreeList } from "./freeList";

/** LMDB's data file in a store's folder. Earlier versions used other files: upgradeFile.ts. */
export const DATA_FILE = "documents.mdb";
/** LMDB's reader table. It lists processes, and is worthless once they have ended. */
export const LOCK_FILE = `${DATA_FILE}-lock`;

/**
 * LMDB maps its file into memory and trusts it: a missing page ends the process with a bus error,
 * and the missing end of a page reads as zeros, as if it were empty. So the two meta pages are
 * checked first. Layout of a meta page (liblmdb in lmdb 2.9, little endian):
 *
 *   page header   24 bytes
 *   magic u32, version u32, address u64, map size u64
 *   free list     tree of 48 bytes; its first u32 is the page size
 *   entries       tree of 48 bytes
 *   last page u64, transaction u64
 *
 * A tree has at 6 its depth (u16), from 8 on the numbers of its branch, leaf and overflow pages (3
 * u64), and at 40 its root (u64).
 */
const MAGIC = 0xbeefc0de;
const META_PAGES = 2;
const FREE_LIST_AT = PAGE_HEADER + 24;
const ENTRIES_AT = FREE_LIST_AT + 48;
const DEPTH = 6;
const PAGE_COUNTS = [8, 16, 24];
const ROOT = 40;
const LAST_PAGE_AT = ENTRIES_AT + 48;
const TRANSACTION_AT = LAST_PAGE_AT + 8;
const META_BYTES = TRANSACTION_AT + 8;
const MIN_PAGE_SIZE = 512;
const MAX_PAGE_SIZE = 65_536;

/** Sizes of a data file. Writes use its free pages before the file grows. */
export interface DataFileSize {
  readonly bytes: number;
  /** Bytes in pages that the newest commit uses. */
  readonly usedBytes: number;
}

/** @throws DamagedStoreError when `file` is not an LMDB data file */
export function sizeOf(file: string): DataFileSize {
  const descriptor = openSync(file, "r");
  try {
    const { pageSize, usedPages } = readNewestMeta(descriptor, file);
    return { bytes: fstatSync(descriptor).size, usedBytes: usedPages * pageSize };
  } finally {
    closeSync(descriptor);
  }
}

/** @throws DamagedStoreError when `file` exists and is not a whole LMDB data file */
export function checkDataFile(file: string): void {
  checkLength(file, isRestFree);
}

/**
 * Checks a data file of lmdb 3, whose free list only lmdb 3 can read. A file that passes may still
 * lack pages at its end; reading all entries detects that.
 */
export function checkEarlierFile(file: string): void {
  checkLength(file, (_descriptor, { pageSize }, size) => size % pageSize === 0);
}

/** @param isWhole decides whether a file shorter than its newest meta page implies is complete */
function checkLength(
  file: string,
  isWhole: (descriptor: number, newest: Meta, size: number) => boolean,
): void {
  let descriptor;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  try {
    const size = fstatSync(descriptor).size;
    const newest = readNewestMeta(descriptor, file);
    const expected = (newest.lastPage + 1) * newest.pageSize;
    if (size < expected && !isWhole(descriptor, newest, size)) {
      throw new DamagedStoreError(
        `${file} is damaged: it has ${size} bytes and should have ${expected}. Restore it from a backup.`,
      );
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Tests whether all missing pages at the end of the file are listed as free. LMDB leaves such pages
 * unwritten when the commit that allocated them also freed them (about one in a hundred commits of
 * random sizes), so the short file is complete.
 */
function isRestFree(descriptor: number, newest: Meta, size: number): boolean {
  const firstMissing = Math.floor(size / newest.pageSize);
  try {
    const free = readFreePages(descriptor, newest, firstMissing);
    return free.size === newest.lastPage + 1 - firstMissing;
  } catch {
    return false; // the free list itself is cut off
  }
}

interface Meta extends FreeList {
  readonly usedPages: number;
  readonly lastPage: number;
  readonly transaction: bigint;
}

/** @throws DamagedStoreError */
function readNewestMeta(descriptor: number, file: string): Meta {
  const first = readMeta(descriptor, 0);
  const second = first && readMeta(descriptor, first.pageSize);
  if (!first || !second) throw new DamagedStoreError(`${file} is damaged: no store begins there.`);
  return first.transaction >= second.transaction ? first : second;
}

function readMeta(descriptor: number, at: number): Meta | null {
  const meta = Buffer.alloc(META_BYTES);
  if (readSync(descriptor, meta, 0, META_BYTES, at) !== META_BYTES) return null;
  const pageSize = meta.readUInt32LE(FREE_LIST_AT);
  if (meta.readUInt32LE(PAGE_HEADER) !== MAGIC) return null;
  if (pageSize < MIN_PAGE_SIZE || pageSize > MAX_PAGE_SIZE) return null;
  const pages = [FREE_LIST_AT, ENTRIES_AT].flatMap((tree) =>
    PAGE_COUNTS.map((count) => Number(meta.readBigUInt64LE(tree + count))),
  );
  return {
    pageSize,
    depth: meta.readUInt16LE(FREE_LIST_AT + DEPTH),
    root: meta.readBigUInt64LE(FREE_LIST_AT + ROOT),
    usedPages: pages.reduce((sum, count) => sum + count, META_PAGES),
    lastPage: Number(meta.readBigUInt64LE(LAST_PAGE_AT)),
    transaction: meta.readBigUInt64LE(TRANSACTION_AT),
  };
}

/** Flushes folder `path`, so that the names of new files survive a power loss. */
export function syncFolder(path: string): void {
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}
