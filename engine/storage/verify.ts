import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DATA_FILE } from "./dataFile";
import { DamagedStoreError } from "./errors";
import type { PassTally, Slice, Sums } from "./passTally";
import { TOTALS_PROGRAM } from "./totals";
import { askTree, TreeProcess } from "./treeProcess";

/**
 * Source of a program that reads one slice of keys, (low, high], from the newest snapshot, and then
 * releases the snapshot. When it runs out of time, it stops at an earlier key, `end`. It also
 * returns `next`, where the following slice of `nextEntries` or fewer ends. Keys are in hex; low ""
 * is the first key, high null the last.
 */
const PROGRAM = `
  ${TOTALS_PROGRAM}
  let tree;

  function answer(request) {
    if (request.isSlow) require("node:os").setPriority(19);
    tree ??= openTree(lmdb, { path, readOnly: true });
    const transaction = tree.useReadTransaction();
    try {
      return slice(request, transaction);
    } finally {
      transaction.done();
      tree.resetReadTxn(); // or the next slice would have the same snapshot
    }
  }

  function slice({ low, high, maxMs, nextEntries }, transaction) {
    const endsBy = maxMs === null ? Infinity : performance.now() + maxMs;
    const record = tree.getBinary(TOTALS_KEY, { transaction });
    const { entries, xor } = record ? readTotals(record) : { entries: 0, xor: 0 };
    const read = readEntries({ low, high, endsBy }, transaction);
    const next = read.end === null ? null : endOfNext(read.end, nextEntries, transaction, endsBy);
    return { ...read, totals: { entries, xor }, next };
  }

  function readEntries({ low, high, endsBy }, transaction) {
    let entries = 0, xor = 0, previous = Buffer.from(low, "hex");
    if (high === low) return { entries, xor, end: high };
    const to = high === null ? {} : { end: Buffer.from(high, "hex"), inclusiveEnd: true };
    for (const { key, value } of tree.getRange({ transaction, ...after(low), ...to })) {
      if (Buffer.compare(previous, key) >= 0) throw damage(key, "is out of order");
      previous = key;
      if (!key.equals(TOTALS_KEY)) {
        const end = value.length - 4;
        const stored = end < 0 ? -1 : value.readUInt32LE(end);
        if (stored !== checksum(key, value.subarray(0, end))) {
          throw damage(key, "does not match its checksum");
        }
        entries++;
        xor ^= stored;
      }
      if (performance.now() > endsBy) return { entries, xor: xor >>> 0, end: key.toString("hex") };
    }
    return { entries, xor: xor >>> 0, end: high };
  }

  function endOfNext(low, entries, transaction, endsBy) {
    let count = 0;
    for (const key of tree.getKeys({ transaction, ...after(low) })) {
      if (++count >= entries || performance.now() > endsBy) return key.toString("hex");
    }
    return null;
  }

  function after(low) {
    return low === "" ? {} : { start: Buffer.from(low, "hex"), exclusiveStart: true };
  }

  function damage(key, what) {
    return new Error("its entry " + key.toString("hex") + " " + what);
  }`;

interface SliceAnswer extends Slice {
  readonly end: string | null;
  readonly next: string | null;
}

/** Speed at which a pass reads a tree in use. */
interface Pace {
  /** Entries in a slice. */
  readonly entries: number;
  /** Pause between two slices, which leaves the CPU and the disk to other work. */
  readonly pauseMs: number;
}
export const FAST: Pace = { entries: 50_000, pauseMs: 0 };
/** Some milliseconds of work, then a pause: about 20,000 entries a second. */
export const SLOW: Pace = { entries: 2_000, pauseMs: 80 };
/** A snapshot open for this long lets the file grow by a few megabytes at most. */
const MAX_SLICE_MS = 200;

/**
 * Reads every entry of the tree in folder `path`, to which no process may write, and verifies each
 * against its checksum and all against the totals. A child process reads (treeProcess.ts).
 *
 * Cost: reads the whole file; about 500,000 entries a second.
 *
 * @throws DamagedStoreError naming the file
 */
export async function verifyTree(path: string, signal?: AbortSignal): Promise<number> {
  const file = join(path, DATA_FILE);
  const all = { low: "", high: null, maxMs: null };
  const slice = await askTree<SliceAnswer>(all, { program: PROGRAM, file, signal });
  return checkedCount(slice, slice.totals, file);
}

/**
 * Like `verifyTree`, while the store is in use: slice by slice. Each snapshot is open for one
 * slice, some milliseconds, and none between slices; passTally.ts explains what this proves.
 *
 * @param tally used by this pass alone
 */
export async function verifyTreeInUse(
  path: string,
  tally: PassTally,
  { entries, pauseMs }: Pace,
  signal?: AbortSignal,
): Promise<number> {
  const file = join(path, DATA_FILE);
  const reader = new TreeProcess({ program: PROGRAM, file, signal });
  const options = { maxMs: MAX_SLICE_MS, nextEntries: entries, isSlow: pauseMs > 0 };
  const read = (low: string, high: string | null) =>
    reader.ask<SliceAnswer>({ low, high, ...options });
  try {
    let low = "";
    let { next: high } = await read("", "");
    for (;;) {
      await tally.watch(high === null ? null : Buffer.from(high, "hex"));
      const slice = await read(low, high);
      const settled = slice.end === high ? await tally.settle(slice) : null;
      if (settled === null) {
        high = slice.end; // unchanged, or the end of a slice that takes less time
        continue;
      }
      if (high === null) return checkedCount(settled.tally, settled.totals, file);
      [low, high] = [high, slice.next];
      if (pauseMs > 0) await setTimeout(pauseMs, undefined, signal && { signal });
    }
  } finally {
    await reader.end();
    await tally.end();
  }
}

/** @throws DamagedStoreError naming `file` when the entries read differ from those written */
function checkedCount(read: Sums, written: Sums, file: string): number {
  if (read.entries === written.entries && read.xor === written.xor) return read.entries;
  throw new DamagedStoreError(
    `${file} is damaged: it has ${read.entries} entries, and not the ${written.entries} that were written.`,
  );
}
