import { createHash } from "node:crypto";
import { existsSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { open, type RootDatabase, type Transaction } from "lmdb";
import { formatSize } from "../values/limits";
import { compareBytes, encodeKey, keyAfter, prefixEnd, type KeyRange } from "../values/keys";
import { checkDataFile, syncFolder } from "./dataFile";
import { DamagedStoreError, StorageWriteError } from "./errors";

/**
 * One LMDB tree holds everything. A key on disk is
 *
 *     index number, 4 bytes big endian ‖ index key (values/keys.ts)
 *
 * Index 0 is the store's own (catalog and clock). The value of a `by_id` entry is the document's JSON
 * text; of any other index entry, empty: its key ends with the document's id.
 *
 * LMDB keys end at 1,978 bytes. An index key longer than MAX_KEY_BYTES is stored as its first
 * MAX_KEY_BYTES ‖ SHA-256 of the whole, with the whole in the value (base64). Such entries with one
 * common prefix are adjacent on disk; scans sort them by their whole key.
 */
const MAX_KEY_BYTES = 1_900;
const INDEX_BYTES = 4;
const LONGEST_PLAIN = INDEX_BYTES + MAX_KEY_BYTES;
const MAX_READERS = 4_096; // snapshots open at one time; one slot is 64 bytes of the lock file
// Address space, not disk: the file grows as it is written. Larger stores are remapped by lmdb.
const MAP_BYTES = 64 * 2 ** 30;

// A commit is refused unless this much stays free, and for each entry a page and its value twice.
const SPACE_RESERVE_BYTES = 64 * 2 ** 20;
const PAGE_BYTES = 4_096;

/** A key to fill in, by the length of its id. */
const DOCUMENT_KEYS: Buffer[] = [];

type Tree = RootDatabase<string, Uint8Array>;

export const DATA_FILE = "data.mdb";

/** `value` null removes the entry. */
export interface Write {
  readonly index: number;
  readonly key: Uint8Array;
  readonly value: string | null;
}

export class Store {
  readonly path: string;
  readonly #lmdb: Tree;
  readonly #freeBytes: (path: string) => number;

  /** @throws DamagedStoreError when the file in folder `path` is not a whole store */
  constructor(path: string, freeBytes: (path: string) => number = freeBytesOf) {
    this.path = path;
    this.#freeBytes = freeBytes;
    const file = join(path, DATA_FILE);
    const isNew = !existsSync(file);
    checkDataFile(file);
    try {
      this.#lmdb = open<string, Uint8Array>({
        path,
        noSubdir: false, // else a folder whose name has a dot would be taken for the file
        encoding: "string",
        keyEncoding: "binary",
        mapSize: MAP_BYTES,
        maxReaders: MAX_READERS,
        // A commit is visible, and its promise resolves, only after fdatasync and the synced meta page.
        overlappingSync: false,
        // One explicit batch is one commit. lmdb's own batching leaves a promise behind that nobody can
        // handle: a second refused commit would end the process.
        eventTurnBatching: false,
      });
      if (isNew) syncFolder(path);
    } catch (cause) {
      const message = `Cannot open ${file}: ${(cause as Error).message}`;
      const isLmdbs = (cause as { code?: number }).code! < 0; // its own errors; else the system's
      throw isLmdbs ? new DamagedStoreError(message, { cause }) : new Error(message, { cause });
    }
  }

  /** A snapshot of all committed so far, isolated from later commits until closed. */
  snapshot(): Snapshot {
    return new Snapshot(this.#lmdb);
  }

  /**
   * All of `writes` in order, or none. Runs on lmdb's own thread: here it costs the encoding only.
   * Resolves once durable and visible. One call at a time.
   *
   * @throws StorageWriteError naming the folder: a refusal when the disk is full
   */
  async commit(writes: readonly Write[]): Promise<void> {
    this.#checkSpace(writes);
    try {
      await this.#lmdb.batch(() => {
        for (const { index, key, value } of writes) {
          const disk = diskKey(index, key);
          if (value === null) void this.#lmdb.remove(disk);
          else void this.#lmdb.put(disk, isLong(key) ? toBase64(key) : value);
        }
      });
    } catch (error) {
      const reason = await rootCause(error);
      throw new StorageWriteError(`Cannot write to ${this.path}: ${reason}.`, false, error);
    }
  }

  /** Writes a copy of the newest snapshot to `file` while the store is in use. */
  copyTo(file: string): Promise<void> {
    return this.#lmdb.backup(file, true);
  }

  close(): Promise<void> {
    return this.#lmdb.close();
  }

  /**
   * lmdb must not meet a full disk: a write that fails there overruns its own error text's memory
   * (liblmdb/mdb.c, `malloc(100)`).
   */
  #checkSpace(writes: readonly Write[]): void {
    let needed = SPACE_RESERVE_BYTES;
    for (const { value } of writes) needed += PAGE_BYTES + 2 * (value?.length ?? 0);
    const free = this.#freeBytes(this.path);
    if (free < needed) {
      throw new StorageWriteError(
        `The disk of ${this.path} is full (${formatSize(free)} free). Nothing was changed.`,
        true,
      );
    }
  }
}

/** Reads of one moment. Must be closed: an open snapshot keeps the pages it can see from reuse. */
export class Snapshot {
  readonly #lmdb: Tree;
  readonly #options: { transaction: Transaction };

  constructor(lmdb: Tree) {
    this.#lmdb = lmdb;
    this.#options = { transaction: lmdb.useReadTransaction() };
  }

  get(index: number, key: Uint8Array): string | undefined {
    return this.#lmdb.get(diskKey(index, key), this.#options);
  }

  /** `get(index, encodeKey([id]))`, without making the key anew: most reads are these. */
  document(index: number, id: string): string | undefined {
    const disk = (DOCUMENT_KEYS[id.length] ??= Buffer.from(diskKey(index, encodeKey([id]))));
    disk.writeUInt32BE(index);
    disk.write(id, INDEX_BYTES + 1, "latin1"); // after the string's tag; ids are ASCII
    return this.#lmdb.get(disk, this.#options);
  }

  /** The first `limit` or a few more index keys in `range`; empty only when there are none. */
  keys(index: number, range: KeyRange, order: "asc" | "desc", limit: number): Uint8Array[] {
    const keys: Uint8Array[] = [];
    let low = lowBound(index, range.start);
    let high = highBound(index, range.end);
    while (keys.length < limit) {
      const long = this.#collect(low, high, order, limit, keys);
      if (long === null) break;
      for (const key of this.#longKeys(long, order)) if (isInside(key, range)) keys.push(key);
      if (order === "asc") low = prefixEnd(long)!;
      else high = keyAfter(long);
    }
    return keys;
  }

  close(): void {
    this.#options.transaction.done();
  }

  /**
   * Appends keys to `keys` until it has `limit` or a long one is met: then that one's common part on
   * disk (index number and prefix), else null.
   */
  #collect(
    low: Uint8Array,
    high: Uint8Array,
    order: "asc" | "desc",
    limit: number,
    keys: Uint8Array[],
  ): Uint8Array | null {
    const range =
      order === "asc"
        ? { start: low, end: high }
        : { start: high, end: low, reverse: true, exclusiveStart: true, inclusiveEnd: true };
    const found = this.#lmdb.getKeys({ ...range, limit: limit - keys.length, ...this.#options });
    for (const disk of found) {
      if (disk.length > LONGEST_PLAIN) return disk.subarray(0, LONGEST_PLAIN);
      keys.push(disk.subarray(INDEX_BYTES));
    }
    return null;
  }

  /** The whole keys of all long entries that share `common`, in order. */
  #longKeys(common: Uint8Array, order: "asc" | "desc"): Uint8Array[] {
    const keys: Uint8Array[] = [];
    const range = { start: common, end: prefixEnd(common)!, ...this.#options };
    for (const { key, value } of this.#lmdb.getRange(range)) {
      if (key.length > LONGEST_PLAIN) keys.push(Buffer.from(value, "base64"));
    }
    keys.sort(compareBytes);
    return order === "asc" ? keys : keys.reverse();
  }
}

function isLong(key: Uint8Array): boolean {
  return key.length > MAX_KEY_BYTES;
}

function diskKey(index: number, key: Uint8Array): Uint8Array {
  if (!isLong(key)) return lowBound(index, key);
  const hash = createHash("sha256").update(key).digest();
  return Buffer.concat([lowBound(index, key), hash]);
}

/** Nothing on disk that is at or after `key` is below it: a long key is cut to its common part. */
function lowBound(index: number, key: Uint8Array): Uint8Array {
  const length = Math.min(key.length, MAX_KEY_BYTES);
  const disk = Buffer.allocUnsafe(INDEX_BYTES + length);
  disk.writeUInt32BE(index);
  disk.set(length === key.length ? key : key.subarray(0, length), INDEX_BYTES);
  return disk;
}

/** Exclusive. A long key is rounded up past its group, whose members are then filtered. */
function highBound(index: number, key: Uint8Array | null): Uint8Array {
  if (key === null) return lowBound(index + 1, new Uint8Array(0));
  const disk = lowBound(index, key);
  return isLong(key) ? prefixEnd(disk)! : disk;
}

function isInside(key: Uint8Array, { start, end }: KeyRange): boolean {
  return compareBytes(key, start) >= 0 && (end === null || compareBytes(key, end) < 0);
}

function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** lmdb rejects with "Commit failed" and hides what happened in a promise. */
async function rootCause(error: unknown): Promise<string> {
  const hidden = (error as { commitError?: Promise<never> }).commitError;
  const cause = hidden ? await hidden.catch((reason: unknown) => reason) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

function freeBytesOf(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
