import { existsSync } from "node:fs";
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
import { DamagedEntryError, WriterThread } from "./writerThread";
import { diskBytesFor, encodeWrites, type Write } from "./writes";

const MAX_READERS = 4_096; // snapshots open concurrently; one slot takes 64 bytes of the lock file
// Address space, not disk: the file grows as it is written. Larger stores are remapped by lmdb.
const MAP_BYTES = 64 * 2 ** 30;

/**
 * The store: one LMDB tree that holds everything; writes.ts describes its keys. Index 0 holds the
 * store's own records (catalog, clock, log id, totals). A checksum (checksum.ts) follows every
 * value, and each read verifies it.
 */
export class Store {
  readonly path: string;
  /** LMDB's data file in that folder. */
  readonly file: string;
  /** Called when a read finds damage, before it throws. */
  onDamage: (error: DamagedStoreError) => void = () => {};
  readonly #lmdb: Tree;
  readonly #writerThread: WriterThread;
  readonly #freeBytes: (path: string) => number;
  /** True once LMDB's memory may be gone. */
  isClosed = false;
  /** Start time of each open snapshot and running copy, in ms of `performance.now()`. */
  readonly #readers = new Map<object, number>();

  /**
   * Opens or creates the store in folder `path`. First copies the data file of an earlier version.
   *
   * @throws DamagedStoreError when its file is not a complete store; StorageWriteError "full" when
   *   the disk has no room for the copy
   */
  static async open(path: string, freeBytes = freeBytesOf): Promise<Store> {
    removeDrafts(path);
    await upgradeDataFile(path, freeBytes);
    return new Store(path, freeBytes);
  }

  /** @throws DamagedStoreError when the file in folder `path` is not a complete store */
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
      checkTotals(this.#lmdb);
      if (isNew) syncFolder(path);
    } catch (cause) {
      const message = `Cannot open ${file}: ${(cause as Error).message}`;
      // lmdb's own error codes are negative; positive codes are the operating system's.
      const isLmdbError = (cause as { code?: number }).code! < 0;
      throw isLmdbError || cause instanceof DamagedStoreError
        ? new DamagedStoreError(message, { cause })
        : new Error(message, { cause });
    }
  }

  /** Opens a snapshot of all commits so far, isolated from later ones until it is closed. */
  snapshot(): Snapshot {
    const snapshot = new Snapshot(this.#lmdb, this);
    this.#readers.set(snapshot, performance.now());
    return snapshot;
  }

  /** Called by a snapshot when it is closed. */
  onClosed(snapshot: Snapshot): void {
    this.#readers.delete(snapshot);
  }

  /**
   * Age of the oldest open snapshot; 0 when none is open. Pages freed since then cannot be reused.
   */
  get oldestReaderMs(): number {
    const [oldest] = this.#readers.values(); // in the order in which they were opened
    return oldest === undefined ? 0 : performance.now() - oldest;
  }

  get size(): DataFileSize {
    return sizeOf(this.file);
  }

  /**
   * Writes all of `writes` in order, or none. Resolves once they are durable and visible. Call it
   * again only after it resolves.
   *
   * @throws StorageWriteError naming the folder: "full" or "failed"; DamagedStoreError when an
   *   index entry belongs into a block that is damaged
   */
  async commit(writes: readonly Write[]): Promise<void> {
    const encoded = encodeWrites(writes);
    this.checkSpace(diskBytesFor(encoded));
    await this.put([encoded]);
  }

  /** Like `commit`, for encoded writes whose space `checkSpace` has already confirmed. */
  async put(batches: readonly Buffer[]): Promise<void> {
    try {
      await this.#writerThread.put(batches);
    } catch (error) {
      const reason = (error as Error).message;
      if (error instanceof DamagedEntryError) {
        throw new DamagedStoreError(`${this.file} is damaged: ${reason}.`, { cause: error });
      }
      const message = `Cannot write to ${this.file}: ${reason}.`;
      throw new StorageWriteError(message, { failure: "failed", cause: error });
    }
    // so that the next snapshot sees it, even in this turn of the event loop
    this.#lmdb.resetReadTxn();
  }

  /** Writes a copy of the newest snapshot to `file` while the store is in use: copyTree.ts. */
  async copyTo(file: string, signal: AbortSignal): Promise<void> {
    const reader = {};
    this.#readers.set(reader, performance.now());
    try {
      await copyTree(this.file, file, signal);
    } finally {
      this.#readers.delete(reader);
      this.#lmdb.readerCheck(); // releases the snapshot of a killed process
    }
  }

  /**
   * Reads every entry while the store is in use, and verifies its checksum (verify.ts). Returns the
   * number of entries.
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

  /** Runs a backup and stops it when the disk runs low: diskSpace.ts. */
  whileDiskHasRoom<T>(bytes: number, backup: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return whileDiskHasRoom({ path: this.path, bytes, freeBytes: this.#freeBytes }, backup);
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.#writerThread.close();
    await this.#lmdb.close();
  }

  /**
   * @param bytes upper bound of the disk space that the coming writes will take: `diskBytesFor`
   * @throws StorageWriteError "full"
   */
  checkSpace(bytes: number): void {
    checkDiskSpace(this.path, bytes, this.#freeBytes);
  }
}

/** @throws DamagedStoreError without the file's name */
function checkTotals(lmdb: Tree): void {
  const record = lmdb.getBinary(TOTALS_KEY);
  if (record === undefined && lmdb.getKeysCount({ limit: 1 }) === 0) return; // a new store
  const end = (record?.length ?? 0) - CHECKSUM_BYTES;
  if (
    !record ||
    end < TOTALS_BYTES ||
    record.readUInt32LE(end) !== checksum(TOTALS_KEY, record.subarray(0, end))
  ) {
    throw new DamagedStoreError("its totals do not match their checksum");
  }
}
