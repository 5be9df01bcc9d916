/**
 * Reads the commit log of folders written by versions up to 1.6, during the start that upgrades
 * them. The log is a sequence of records, all numbers little endian:
 *
 *     length u32 ‖ SHA-256 of what follows ‖ before u64 ‖ ts u64 ‖ writes (encodeWrites)
 *
 * Once the tree had caught up, the next record overwrote the first one; the older records left
 * after it are in the tree. A record with a damaged length or content looks like one that a crash
 * cut short, unless an intact record with commits that the tree lacks follows it.
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { DamagedStoreError } from "./errors";
import { LOG_FILE, logGapError, readIfThere } from "./log";

const HASH_AT = 4;
const HEADER_BYTES = HASH_AT + 32;
const TIMES_BYTES = 16;

/**
 * Returns the encoded writes of all commits after `ts`, the tree's newest commit, in order.
 *
 * @throws DamagedStoreError naming the file, when acknowledged commits are missing
 */
export function writesAfterInFormat1(path: string, ts: bigint): Buffer[] {
  const file = join(path, LOG_FILE);
  const bytes = readIfThere(file);
  const writes: Buffer[] = [];
  if (bytes === null) return writes;
  let reached = ts;
  let at = 0;
  for (let before: bigint | null = null; ;) {
    const record = recordAt(bytes, at);
    if (!record || (before !== null && record.before !== before)) break;
    if (record.ts > reached) {
      if (record.before > reached) throw logGapError(path);
      writes.push(record.writes);
      reached = record.ts;
    }
    before = record.ts;
    at = record.end;
  }
  if (hasRecordAfter(bytes, at, reached)) {
    throw new DamagedStoreError(
      `${file} is damaged: the commit at byte ${at} cannot be read, and later ones follow. Restore a backup into a new folder.`,
    );
  }
  return writes;
}

interface LogRecord {
  readonly before: bigint;
  readonly ts: bigint;
  readonly writes: Buffer;
  readonly end: number;
}

/** Returns the intact record at byte `at`, or null. */
function recordAt(bytes: Buffer, at: number): LogRecord | null {
  if (at + HEADER_BYTES + TIMES_BYTES > bytes.length) return null;
  const end = at + HEADER_BYTES + bytes.readUInt32LE(at);
  if (end > bytes.length || end < at + HEADER_BYTES + TIMES_BYTES) return null;
  const content = bytes.subarray(at + HEADER_BYTES, end);
  const hash = createHash("sha256").update(content).digest();
  if (!hash.equals(bytes.subarray(at + HASH_AT, at + HEADER_BYTES))) return null;
  const [before, ts] = [content.readBigUInt64LE(0), content.readBigUInt64LE(8)];
  return { before, ts, writes: content.subarray(TIMES_BYTES), end };
}

/**
 * True when an intact record after `from` has commits later than `ts`. A damaged length hides where
 * the next record begins, so every position is tried.
 */
function hasRecordAfter(bytes: Buffer, from: number, ts: bigint): boolean {
  for (let at = from + 1; at + HEADER_BYTES + TIMES_BYTES <= bytes.length; at++) {
    const times = at + HEADER_BYTES;
    // Comparing the upper halves rules out nearly all positions without the cost of a bigint.
    const [before, after] = [bytes.readUInt32LE(times + 4), bytes.readUInt32LE(times + 12)];
    if (after < before || BigInt(after) < ts >> 32n) continue;
    const record = recordAt(bytes, at);
    if (record && record.ts > ts) return true;
  }
  return false;
}
