import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { checksum, CHECKSUM_BYTES } from "./checksum";
import { copyTree } from "./copyTree";
import { checkDataFile, DATA_FILE, sizeOf, syncFolder, type DataFileSize } from "./dataFile";
import { checkDiskSpace, freeBytesOf, whileDiskHasRoom } from "./diskSpace";
import { DamagedStoreError, StorageWriteError } from "./errors";
import { LOG_FILE } from "./log";
import { removeDrafts } from "./replaceFile";
import { Snapshot } from "./snapshot";
import { TOTALS_BYTES, TOTALS_KEY } from "./totals";
import { openTree, type Tree } from "./tree";
import { upgradeDataFile } from "./upgradeFile";
import { FAST, verifyTreeInUse } from "./verify";
import { WriterThread } from "./writerThread";
import { diskBytesFor, encodeWrites, type Write } from "./writes";

const MAX_READERS = 4_096; // snapshots open at one time; one slot is 64 bytes of the lock file
// Address space, not disk: the file grows as it is written. Larger stores are remapped by lmdb.
const MAP_BYTES = 64 * 2 ** 30;

/**
 * One LMDB tree holds everything; writes.ts says what a key is. Index 0 is the store's own
 * (catalog, clock, id of the log, totals). The value of a `by_id` entry is the document's JSON
 * text; of any other index entry, empty: its key ends with the document's id. Every value is
 * followed by a checksum (checksum.ts), which each read verifies.
 */
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
  /** Start of each open snapshot and each copy under way, in ms of `performance.now()`. */
  readonly #readers = new Map<object, number>();

  /**
   * Opens the store in folder `path`, or makes it. Of an earlier version's, copies its file first.
   *
   * @throws DamagedStoreError when its file is not a whole store; StorageWriteError
   *   "full" when the disk has no room for the copy
   */
  static async open(path: string, freeBytes = freeBytesOf): Promise<Store> {
    removeDrafts(path);
    await upgradeDataFile(path, freeBytes);
    return new Store(path, freeBytes);
  }

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
    const options = { path: file, mapSize: MAP_BYTES, maxReaders: MAX_READERS };
    try {
      this.#lmdb = openTree(options);
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
    const snapshot = new Snapshot(this.#lmdb, this, this.#format === "checked");
    this.#readers.set(snapshot, performance.now());
    return snapshot;
  }

  /** Called by a snapshot when it is closed. */
  onClosed(snapshot: Snapshot): void {
    this.#readers.delete(snapshot);
  }

  /**
   * Age of the oldest snapshot that is open; 0 when there is none. No page that was freed since can
   * be reused.
   */
  get oldestReaderMs(): number {
    const [oldest] = this.#readers.values(); // in the order in which they began
    return oldest === undefined ? 0 : performance.now() - oldest;
  }

  get size(): DataFileSize {
    return sizeOf(this.file);
  }

  /**
   * All of `writes` in order, or none. Resolves once durable and visible. One call at a time.
   *
   * @throws StorageWriteError naming the folder: "full" or "failed"
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
      const message = `Cannot write to ${this.path}: ${reason}.`;
      throw new StorageWriteError(message, { failure: "failed", cause: error });
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
   * @throws StorageWriteError: "full" when the disk has no room for a second copy of the file
   */
  async convert(): Promise<void> {
    this.checkSpace(statSync(this.file).size);
    await this.#written(this.#writerThread.convert());
    this.#format = "checked";
  }

  /** Writes a copy of the newest snapshot to `file` while the store is in use: copyTree.ts. */
  async copyTo(file: string, signal: AbortSignal): Promise<void> {
    const reader = {};
    this.#readers.set(reader, performance.now());
    try {
      await copyTree(this.file, file, { isCompact: false, signal });
    } finally {
      this.#readers.delete(reader);
      this.#lmdb.readerCheck(); // a process that was killed holds its snapshot until then
    }
  }

  /**
   * Reads every entry while the store is in use, and verifies its checksum: verify.ts. Returns how
   * many there are.
   *
   * @throws DamagedStoreError naming the file
   */
  async verify(pace = FAST, signal?: AbortSignal): Promise<number> {
    try {
      return await verifyTreeInUse(this.path, this.#writerThread.tally(), pace, signal);
    } finally {
      this.#lmdb.readerCheck();
    }
  }

  /** Runs a backup until the disk has no room for it any longer: diskSpace.ts. */
  whileDiskHasRoom<T>(bytes: number, backup: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return whileDiskHasRoom({ path: this.path, bytes, freeBytes: this.#freeBytes }, backup);
  }

  async close(): Promise<void> {
    await this.#writerThread.close();
    await this.#lmdb.close();
  }

  /**
   * @param bytes upper bound of the disk space that writes, not yet put, will take: `diskBytesFor`
   * @throws StorageWriteError "full"
   */
  checkSpace(bytes: number): void {
    checkDiskSpace(this.path, bytes, this.#freeBytes);
  }
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
