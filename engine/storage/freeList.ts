import { readSync } from "node:fs";

/** Length of the header of every LMDB page. */
export const PAGE_HEADER = 24;

/** Location of LMDB's free list, a tree of free page numbers, in its file. */
export interface FreeList {
  readonly pageSize: number;
  /** Page number of the root; `NO_PAGE` when no page is free. */
  readonly root: bigint;
  /** Levels of the tree. */
  readonly depth: number;
}

const NO_PAGE = 2n ** 64n - 1n;

/**
 * A tree page begins with a header, which contains flags (u16) and the byte length of the offset
 * list (u16). The offsets (u16, from the end of the header) follow it; each points to a node. A
 * branch node has its child's page number in the first 6 bytes. A leaf node has the length of its
 * data (u32), flags (u16), the length of its key (u16), the key, and either its data or the page
 * number (u64) where the data begins.
 */
const FLAGS_AT = 18;
const OFFSETS_LENGTH_AT = 20;
const IS_BRANCH = 1;
const NODE_HEADER = 8;
const NODE_FLAGS_AT = 4;
const KEY_LENGTH_AT = 6;
const IS_ELSEWHERE = 1;
const PAGE_NUMBER = 8;

/**
 * Reads the free list of `descriptor`'s file. Returns the numbers of free pages from page `first`
 * on. Each entry of the tree is a count followed by that many page numbers (u64, little endian).
 *
 * @throws Error when a page of the list itself is missing from the file
 */
export function readFreePages(descriptor: number, list: FreeList, first: number): Set<number> {
  const { pageSize, root, depth } = list;
  const free = new Set<number>();
  if (root !== NO_PAGE) visit(Number(root), depth);
  return free;

  function visit(page: number, levels: number): void {
    const bytes = read(page, pageSize);
    const isBranch = (bytes.readUInt16LE(FLAGS_AT) & IS_BRANCH) !== 0;
    if (isBranch === levels <= 1) throw new Error(`page ${page} is not of the list of free pages`);
    const end = PAGE_HEADER + bytes.readUInt16LE(OFFSETS_LENGTH_AT);
    for (let at = PAGE_HEADER; at < end; at += 2) {
      const node = PAGE_HEADER + bytes.readUInt16LE(at);
      if (isBranch) visit(bytes.readUIntLE(node, 6), levels - 1);
      else addFrom(dataOf(bytes, node));
    }
  }

  function dataOf(bytes: Buffer, node: number): Buffer {
    const length = bytes.readUInt32LE(node);
    const at = node + NODE_HEADER + bytes.readUInt16LE(node + KEY_LENGTH_AT);
    const isElsewhere = (bytes.readUInt16LE(node + NODE_FLAGS_AT) & IS_ELSEWHERE) !== 0;
    if (!isElsewhere) return bytes.subarray(at, at + length);
    const page = Number(bytes.readBigUInt64LE(at));
    return read(page, PAGE_HEADER + length).subarray(PAGE_HEADER);
  }

  function addFrom(entry: Buffer): void {
    const count = Number(entry.readBigUInt64LE(0));
    for (let n = 1; n <= count; n++) {
      const page = Number(entry.readBigUInt64LE(n * PAGE_NUMBER));
      if (page >= first) free.add(page);
    }
  }

  function read(page: number, length: number): Buffer {
    const bytes = Buffer.alloc(length);
    if (readSync(descriptor, bytes, 0, length, page * pageSize) === length) return bytes;
    throw new Error(`page ${page}, of the list of free pages, is missing`);
  }
}
