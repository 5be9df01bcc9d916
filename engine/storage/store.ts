import { existsSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { open, type RootDatabase, type Transaction } from "lmdb";
import { formatSize } from "../values/limits";
import { compareBytes, encodeKey, keyAfter, prefixEnd, type KeyRange } from "../values/keys";
import { checksum, CHECKSUM_BYTES } from "./checksum";
import { checkDataFile, syncFolder } from "./dataFile";
import { DamagedStoreError, StorageWriteError } from "./errors";
import { LOG_FILE } from "./log";
import { TOTALS_BYTES, TOTALS_KEY } from "./totals";
import { WriterThread } from "./writerThread";
import {
  diskBytesFor,
  encodeWrites,
  INDEX_BYTES,
  isLong,
  MAX_KEY_BYTES,
  type Write,
} from "./writes";

/**
 * One LMDB tree holds everything; writes.ts says what a key is. Index 0 is the store's own
 * (catalog, clock, id of the log, totals). The value of a `by_id` entry is the document's JSON
 * text; of any other index entry, empty: its key ends with the document's id. Every value is
 * followed by a checksum (checksum.ts), which each read verifies.
 */
const MAX_PLAIN_KEY_BYTES = INDEX_BYTES + MAX_KEY_BYTES;
const MAX_READERS = 4_096; // snapshots open at one time; one slot is 64 bytes of the lock file
// Address space, not disk: the file grows as it is written. Larger stores are remapped by lmdb.
const MAP_BYTES = 64 * 2 ** 30;

/** A commit is refused unless this much stays free. */
const SPACE_RESERVE_BYTES = 64 * 2 ** 20;

/** A key to fill in, by the length of its id. */
const DOCUMENT_KEY_BUFFERS: Buffer[] = [];

type Tree = RootDatabase<Buffer, Uint8Array> & {
  /** lmdb's own method: its types leave out `options`. The buffer is valid until the next read. */
  getBinaryFast(key: Uint8Array, options: { transaction: Transaction }): Buffer | undefined;
};

export const DATA_FILE = "data.mdb";

export class Store {
  readonly path: string;
  /** LMDB's data file in it. */
  readonly file: string;
  /** Called when a read meets damage, before it throws. */
  onDamage: (error: DamagedStoreError) => void = () => {};
  readonly #lmdb: Tree;
  #format: Format;
  readonly #writerThread: WriterThread;
  readonly #freeBytes: (path: string) => number;

  /** @throws DamagedStoreError when the file in folder `path` is not a whole store */
  constructor(path: string, freeBytes: (path: string) => number = freeBytesOf) {
    this.path = path;
    this.file = join(path, DATA_FILE);
    this.#freeBytes = freeBytes;
    const { file } = this;
    const isNew = !existsSync(file);
    if (isNew && existsSync(join(path, LOG_FILE))) {
      throw new DamagedStoreError(
        `${file} is missing, although its log is there. Restore a backup into a new folder.`,
      );
    }
    checkDataFile(file);
    const options = {
      path,
      noSubdir: false, // else a folder whose name has a dot would be taken for the file
      keyEncoding: "binary",
      mapSize: MAP_BYTES,
      maxReaders: MAX_READERS,
      // A commit is visible, and its promise resolves, only after fdatasync and the synced meta
      // page.
      overlappingSync: false,
    } as const;
    try {
      this.#lmdb = open<Buffer, Uint8Array>({ ...options, encoding: "binary" });
      this.#writerThread = new WriterThread(options);
      this.#format = formatOf(this.#lmdb);
      if (isNew) syncFolder(path);
    } catch (cause) {
      const message = `Cannot open ${file}: ${(cause as Error).message}`;
      // lmdb numbers its own errors below 0; positive codes are the system's.
      const isLmdbError = (cause as { code?: number }).code! < 0;
      throw isLmdbError || cause instanceof DamagedStoreError
        ? new DamagedStoreError(message, { cause })
        : new Error(message, { cause });
    }
  }

  /** A snapshot of all committed so far, isolated from later commits until closed. */
  snapshot(): Snapshot {
    return new Snapshot(this.#lmdb, this, this.#format === "checked");
  }

  /**
   * All of `writes` in order, or none. Resolves once durable and visible. One call at a time.
   *
   * @throws StorageWriteError naming the folder: a refusal when the disk is full
   */
  async commit(writes: readonly Write[]): Promise<void> {
    const encoded = encodeWrites(writes);
    this.checkSpace(diskBytesFor(encoded));
    await this.put([encoded]);
  }

  /** Does the same as `commit` with encoded writes for which `checkSpace` has found room. */
  async put(batches: readonly Buffer[]): Promise<void> {
    await this.#written(this.#writerThread.put(batches));
  }

  async #written(writing: Promise<void>): Promise<void> {
    try {
      await writing;
    } catch (error) {
      const reason = (error as Error).message;
      throw new StorageWriteError(`Cannot write to ${this.path}: ${reason}.`, false, error);
    }
    this.#lmdb.resetReadTxn(); // the next snapshot shows it, also in this turn of the event loop
  }

  /**
   * "plain": the folder of version 1.6 or earlier, without checksums. "converting": a start that
   * gave it checksums ended before it was done, so what it holds can only be read by `convert`.
   */
  get format(): Format {
    return this.#format;
  }

  /**
   * Gives every entry its checksum. Bounded transactions; after a crash the next call does the
   * rest.
   *
   * @throws StorageWriteError: a refusal when the disk has no room for a second copy of the file
   */
  async convert(): Promise<void> {
    this.checkSpace(statSync(this.file).size);
    await this.#written(this.#writerThread.convert());
    this.#format = "checked";
  }

  /** Writes a copy of the newest snapshot to `file` while the store is in use. */
  copyTo(file: string): Promise<void> {
    return this.#lmdb.backup(file, true);
  }

  async close(): Promise<void> {
    await this.#writerThread.close();
    await this.#lmdb.close();
  }

  /**
   * lmdb must not meet a full disk: a write that fails there overruns its own error text's memory
   * (liblmdb/mdb.c, `malloc(100)`).
   *
   * @param bytes of disk that everything takes which will be put and is not yet: `diskBytesFor`
   * @throws StorageWriteError, a refusal
   */
  checkSpace(bytes: number): void {
    const free = this.#freeBytes(this.path);
    if (free < bytes + SPACE_RESERVE_BYTES) {
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
  readonly #store: Pick<Store, "file" | "onDamage">;
  readonly #isChecked: boolean;
  readonly #options: { transaction: Transaction };

  /** @param isChecked entries have checksums */
  constructor(lmdb: Tree, store: Pick<Store, "file" | "onDamage">, isChecked: boolean) {
    this.#lmdb = lmdb;
    this.#store = store;
    this.#isChecked = isChecked;
    this.#options = { transaction: lmdb.useReadTransaction() };
  }

  /** The value of one entry, whose key is no longer than MAX_KEY_BYTES. */
  get(index: number, key: Uint8Array): string | undefined {
    return this.#text(lowBound(index, key));
  }

  /** `get(index, encodeKey([id]))`, without making the key anew: most reads are these. */
  document(index: number, id: string): string | undefined {
    const disk = (DOCUMENT_KEY_BUFFERS[id.length] ??= Buffer.from(
      lowBound(index, encodeKey([id])),
    ));
    disk.writeUInt32BE(index);
    disk.write(id, INDEX_BYTES + 1, "latin1"); // after the string's tag; ids are ASCII
    return this.#text(disk);
  }

  /**
   * Verifies the checksum of an index entry that `keys` returned, and that a search finds it. Not
   * part of `keys`, because most scans end before their last chunk does.
   */
  verifyKey(index: number, key: Uint8Array): void {
    if (!this.#isChecked || isLong(key)) return; // `keys` has verified a long one
    const disk = lowBound(index, key);
    const found = this.#find(disk);
    if (found === undefined) throw this.damage(`its entries are out of order`);
    this.#check(disk, found, found.length - CHECKSUM_BYTES);
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

  #text(disk: Uint8Array): string | undefined {
    const found = this.#find(disk);
    if (found === undefined) return undefined;
    if (!this.#isChecked) return found.toString("utf8", 0, found.length);
    const end = found.length - CHECKSUM_BYTES;
    this.#check(disk, found, end);
    return found.toString("utf8", 0, end);
  }

  /** The stored value, in a buffer that is longer and good until the next read. */
  #find(disk: Uint8Array): Buffer | undefined {
    try {
      return this.#lmdb.getBinaryFast(disk, this.#options);
    } catch (error) {
      throw this.damage(`reading it failed: ${(error as Error).message}`, error);
    }
  }

  /** @param end of the value, where its checksum begins */
  #check(disk: Uint8Array, stored: Buffer, end: number): void {
    if (end >= 0 && stored.readUInt32LE(end) === checksum(disk, stored.subarray(0, end))) return;
    const name = Buffer.from(disk).toString("hex");
    throw this.damage(`its entry ${name} does not match its checksum`);
  }

  /** The error of a read that met damage, which everybody has been told of. */
  damage(what: string, cause?: unknown): DamagedStoreError {
    const error = new DamagedStoreError(`${this.#store.file} is damaged: ${what}.`, { cause });
    this.#store.onDamage(error);
    return error;
  }

  /** The values of a range that lmdb found, of which reading each may fail. */
  *#found<T>(range: Iterable<T>): Iterable<T> {
    try {
      yield* range;
    } catch (error) {
      throw this.damage(`reading it failed: ${(error as Error).message}`, error);
    }
  }

  /**
   * Appends keys to `keys` until it has `limit` or a long one is met: then that one's common part
   * on disk (index number and prefix), else null.
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
    for (const disk of this.#found(found)) {
      if (disk.length > MAX_PLAIN_KEY_BYTES) return disk.subarray(0, MAX_PLAIN_KEY_BYTES);
      keys.push(disk.subarray(INDEX_BYTES));
    }
    return null;
  }

  /** The whole keys of all long entries that share `common`, in order. */
  #longKeys(common: Uint8Array, order: "asc" | "desc"): Uint8Array[] {
    const keys: Uint8Array[] = [];
    const range = { start: common, end: prefixEnd(common)!, ...this.#options };
    for (const { key, value } of this.#found(this.#lmdb.getRange(range))) {
      if (key.length <= MAX_PLAIN_KEY_BYTES) continue;
      const end = value.length - (this.#isChecked ? CHECKSUM_BYTES : 0);
      if (this.#isChecked) this.#check(key, value, end);
      keys.push(Buffer.from(value.toString("latin1", 0, end), "base64"));
    }
    keys.sort(compareBytes);
    return order === "asc" ? keys : keys.reverse();
  }
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

type Format = "plain" | "converting" | "checked";

/** @throws DamagedStoreError, without the name of the file */
function formatOf(lmdb: Tree): Format {
  const record = lmdb.getBinary(TOTALS_KEY);
  if (record === undefined) return lmdb.getKeysCount({ limit: 1 }) === 0 ? "checked" : "plain";
  const end = record.length - CHECKSUM_BYTES;
  const totals = record.subarray(0, Math.max(0, end));
  if (end < TOTALS_BYTES || record.readUInt32LE(end) !== checksum(TOTALS_KEY, totals)) {
    throw new DamagedStoreError("its totals do not match their checksum");
  }
  return end > TOTALS_BYTES ? "converting" : "checked";
}

function freeBytesOf(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
