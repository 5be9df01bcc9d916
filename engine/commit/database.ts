import { mkdirSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { restoreStoreBackup, writeStoreBackup } from "../storage/backup";
import { Catalog } from "../storage/catalog";
import { DamagedStoreError, StorageWriteError } from "../storage/errors";
import type { DataFileSize } from "../storage/dataFile";
import { lockFolder } from "../storage/lock";
import { SYSTEM_TABLES, type SchemaJson } from "../storage/schema";
import type { CommitLog } from "../storage/log";
import { Store } from "../storage/store";
import { FAST, SLOW } from "../storage/verify";
import { diskBytesFor } from "../storage/writes";
import { applySchema, changesStoredTypes } from "./applySchema";
import { Checkpointer } from "./checkpointer";
import { DocumentCache } from "./documentCache";
import { GroupCommit, type Group } from "./groupCommit";
import { MutationQueue, type TurnKey } from "./mutationQueue";
import { openLog } from "./openLog";
import { PendingWrites, type PendingWritesView } from "./pendingWrites";
import type { ReadSet } from "./readSet";
import { SnapshotReadPoint } from "./readPoint";
import { StoreRecords } from "./storeRecords";
import { InvalidationIndex } from "./invalidationIndex";
import type {
  Clock,
  Commit,
  ReadPoint,
  ReadTransaction,
  TransactionMetrics,
  Watcher,
  WriteTransaction,
} from "./types";
import type { Upgrades } from "./upgrade";
import { Writer } from "./writeTransaction";

export type * from "./types";
export type { Upgrades } from "./upgrade";

/** Turn key of the deployment's own mutations: jobs, schema changes and internal records. */
const OWN_TURN_KEY: TurnKey = { caller: "", part: "" };

export interface DatabaseOptions {
  /** Folder of the database; created when missing. */
  readonly path: string;
  readonly clock: Clock;
  /** Called when the disk has failed. The process must exit, because later writes may be lost. */
  readonly onFatal: (error: Error) => void;
  /** Returns the free bytes of the disk that holds `path`. Default: asks the file system. */
  readonly freeBytes?: (path: string) => number;
  /**
   * Called when a read finds damaged data. Reads of other data continue. All later writes are
   * refused, because they might be based on damaged data.
   */
  readonly onDamage?: (error: Error) => void;
}

export interface VerifyOptions {
  /** Yields the CPU and the disk to other work. */
  readonly isSlow?: boolean;
  readonly signal?: AbortSignal;
}

/** Size of the store's data file, which grows with every write while its oldest reader is open. */
export interface StorageFacts extends DataFileSize {
  /** Age of the oldest open snapshot (for example a backup's); 0 when none is open. */
  readonly oldestReaderMs: number;
}

export interface WriteResult<T> {
  readonly value: T;
  readonly ts: bigint;
  readonly metrics: TransactionMetrics;
}

/**
 * A transactional document store in one folder, for one process.
 *
 * Mutations run one after another, so they are serializable; their callers take turns
 * (mutationQueue.ts). Each mutation reads the store's newest snapshot with the pending writes of
 * earlier mutations on top, so it does not wait for their fsyncs. A commit becomes durable and
 * visible when it is in the log; the checkpointer copies it to the store later:
 *
 *     mutation ──► pending writes ──► log (fsync: acknowledged) ──► store, some milliseconds later
 *
 * Example with mutations 1 to 3, each of which increments a counter:
 *
 *     mutation 1 runs    pending: 1          log: -      store: -      queries see 0
 *     mutation 2 runs    pending: 1 2        log: -      store: -      queries see 0, 2 reads 1
 *     fsync of 1 ends    pending: 1 2        log: 1      store: -      queries see 1
 *     mutation 3 runs    pending: 1 2 3      log: 1      store: -      queries see 1, 3 reads 2
 *     checkpoint of 1    pending: 2 3        log: 1      store: 1      queries see 1
 *     fsync of 2 fails   pending: -          log: 1      store: 1      2 and 3 are refused
 *
 * Queries read a snapshot of the store plus those pending writes that are already in the log.
 *
 * Invariants: everything visible to a query, a mutation's caller or a listener is on disk. Commit
 * timestamps and creation times only increase, even across restarts and when the clock is set back.
 */
export class Database {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #onFatal: (error: Error) => void;
  readonly #unlock: () => Promise<void>;
  readonly #store: Store;
  readonly #log: CommitLog;
  readonly #records: StoreRecords;
  readonly #catalog: Catalog;
  readonly #pendingWrites = new PendingWrites();
  readonly #documents = new DocumentCache();
  readonly #groups: GroupCommit;
  readonly #checkpointer: Checkpointer;
  readonly #invalidationIndex: InvalidationIndex;
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #openReads = new Set<SnapshotReadPoint>();
  /**
   * Maps each open transaction or read point that reads pending writes to the value of
   * `flushedThrough` when it began. Its store snapshot lacks all later writes, so they must stay
   * pending until it closes.
   */
  readonly #pins = new Map<object, number>();
  /** Incremented when a schema change begins and again when it ends. */
  #schemaChanges = 0;
  /** Timestamp of the newest commit on disk. */
  #visibleTs: bigint;
  /** Sequence number of the mutation that made the newest commit on disk. */
  #visibleSequence = 0;
  readonly #mutations = new MutationQueue(() => this.#groups.settled().catch(() => {}));
  /** Sequence number of the newest mutation; orders the versions in the pending writes. */
  #sequence = 0;
  /**
   * Number of aborted groups. If it grows while a mutation runs, that mutation may have read writes
   * that were undone.
   */
  #aborts = 0;
  #lastAbortError: Error | null = null;
  #isClosed = false;
  #damage: DamagedStoreError | null = null;

  private constructor(
    { path, clock, onFatal, onDamage = () => {} }: DatabaseOptions,
    store: Store,
    log: CommitLog,
    unlock: () => Promise<void>,
  ) {
    this.#path = path;
    this.#clock = clock;
    this.#onFatal = onFatal;
    this.#unlock = unlock;
    this.#store = store;
    store.onDamage = (error) => {
      if (this.#damage === null) onDamage(error);
      this.#damage ??= error;
    };
    this.#records = StoreRecords.load(store);
    this.#catalog = this.#records.catalog;
    this.#visibleTs = this.#records.ts;
    this.#invalidationIndex = new InvalidationIndex(this.#visibleTs);
    this.#log = log;
    this.#groups = new GroupCommit((ts, encoded) => this.#append(ts, encoded), {
      finalWrites: () => this.#records.writes(),
      // If a speculative run fails, the query runs again after the commit.
      onFlushAlone: (commit, group) => void this.#runSpeculatively(commit, group).catch(() => {}),
      onCommitted: (group, encoded) => this.#publish(group, encoded),
      onAborted: (error) => this.#abort(error),
    });
    this.#checkpointer = new Checkpointer(store, {
      onCheckpoint: () => this.#dropFlushedWrites(),
      onFailed: (error) => {
        // The log keeps the writes, and reads of undamaged data continue.
        if (error instanceof DamagedStoreError) store.onDamage(error);
        else onFatal(error);
      },
    });
  }

  /**
   * Opens or creates the database, and replays the commits that are in the log but not in the
   * store.
   *
   * @throws DataFolderLockedError naming the folder and the process that holds it
   * @throws DamagedStoreError naming the file
   */
  static async open(options: DatabaseOptions): Promise<Database> {
    mkdirSync(options.path, { recursive: true });
    const lock = await lockFolder(options.path);
    try {
      const store = await Store.open(options.path, options.freeBytes);
      const log = await openLog(store);
      const database = new Database(options, store, log, () => lock.release());
      if (!database.#catalog.table(SYSTEM_TABLES[0]!.tableName)) {
        await database.applySchema({ tables: [], schemaValidation: false });
      }
      return database;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** Timestamp of the newest visible commit, in nanoseconds. */
  get ts(): bigint {
    return this.#visibleTs;
  }

  /**
   * Milliseconds by which the newest commit's timestamp is ahead of the clock; negative when it is
   * behind. A run with a wrong clock leaves such a commit, and new documents get its time until the
   * clock catches up.
   */
  get aheadOfClockMs(): number {
    return Number(this.#visibleTs / 1_000_000n) - this.#clock.now();
  }

  /** True while a mutation is running, waiting for its turn or being written to the log. */
  get isCommitting(): boolean {
    return this.#mutations.length > 0 || !this.#groups.isIdle;
  }

  tables(): readonly { name: string; number: number }[] {
    return this.#catalog.tables().map(({ name, number }) => ({ name, number }));
  }

  /** True if `schema` gives stored documents another type: applySchema.ts. */
  changesStoredTypes(schema: SchemaJson): boolean {
    return changesStoredTypes(schema, this.#catalog, this.#store);
  }

  /**
   * Gives the store the tables and indexes of `schema`. Checks the documents of every table whose
   * type changed, as the table's upgrade would make them, then stores the upgraded documents,
   * builds new indexes and drops removed ones. Mutations wait meanwhile. Cost: one or two passes
   * over tables with a changed type, one over tables with a new index.
   *
   * @throws SchemaMismatchError naming the document and the field; nothing has changed then
   */
  applySchema(schema: SchemaJson, upgrades: Upgrades = {}): Promise<void> {
    return this.#mutations.run(OWN_TURN_KEY, async () => {
      await this.#flush();
      // The commits of an aborted group are not in the log, so the store must not record their
      // timestamp.
      this.#records.ts = this.#visibleTs;
      // Queries that read pending writes end by themselves; new queries read only the store.
      while (this.#pins.size > 0) await setImmediate();
      this.#pendingWrites.clear();
      this.#schemaChanges += 1;
      try {
        await applySchema(schema, upgrades, this.#store, this.#records);
      } finally {
        this.#schemaChanges += 1; // for read points opened meanwhile
        this.#documents.clear();
      }
    });
  }

  /**
   * Begins a read of the newest visible snapshot, isolated from later commits. The caller closes
   * it.
   */
  beginRead(): ReadTransaction {
    return this.#newestPoint().beginOnlyRead();
  }

  /**
   * Opens the newest visible snapshot for several reads of the same moment. The caller closes it.
   */
  openReadPoint(): ReadPoint {
    return this.#newestPoint();
  }

  /**
   * Runs one mutation when its caller's turn comes, after that caller's earlier mutations. Resolves
   * when the commit is durable and visible; `ts` is the commit's timestamp, or the snapshot's when
   * `body` wrote nothing. When `body` throws, nothing is written and `write` rejects with its
   * error.
   *
   * @param turnKey where the call waits; omitted for the deployment's own mutations
   * @throws StorageWriteError; nothing is written
   */
  async write<T>(
    body: (tx: WriteTransaction) => Promise<T> | T,
    turnKey = OWN_TURN_KEY,
  ): Promise<WriteResult<T>> {
    this.#checkOpen();
    const { completion } = await this.#mutations.run(turnKey, () => this.#execute(body));
    return completion;
  }

  /**
   * Calls `watcher` once, when a commit after timestamp `asOf` changes something in `readSet`. The
   * call is immediate if such a commit has already happened, or if `asOf` is older than the commits
   * the invalidation index remembers.
   */
  subscribe(readSet: ReadSet, asOf: bigint, watcher: Watcher): { cancel(): void } {
    return this.#invalidationIndex.subscribe(readSet, asOf, watcher);
  }

  /** Calls `listener` for every commit, in order, once it is durable. @returns unsubscribe */
  onCommit(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Writes the newest snapshot to `file` while reads and mutations continue. When it throws, it
   * leaves no file.
   *
   * @throws DamagedStoreError when the data does not match its checksums; StorageWriteError "full"
   *   when the disk runs out of space
   */
  async backup(file: string): Promise<void> {
    this.#checkOpen();
    await this.#flush();
    await this.#reportingDamage(writeStoreBackup(this.#store, file));
  }

  get storage(): StorageFacts {
    const { size, oldestReaderMs } = this.#store;
    return { ...size, oldestReaderMs };
  }

  /**
   * Reads every entry and verifies its checksum (see verify.ts). Returns the number of entries.
   *
   * @throws DamagedStoreError naming the file; nothing is written from then on
   */
  async verify({ isSlow = false, signal }: VerifyOptions = {}): Promise<number> {
    this.#checkOpen();
    return this.#reportingDamage(this.#store.verify(isSlow ? SLOW : FAST, signal));
  }

  async #reportingDamage<T>(reading: Promise<T>): Promise<T> {
    try {
      return await reading;
    } catch (error) {
      if (error instanceof DamagedStoreError) this.#store.onDamage(error);
      throw error;
    }
  }

  /**
   * Creates the folder `path` from a backup.
   *
   * @throws DamagedStoreError naming `file`; Error when the folder is not empty
   */
  static restore(file: string, path: string): Promise<void> {
    return restoreStoreBackup(file, path);
  }

  /**
   * Waits for running and queued mutations, then closes the files and releases the folder's lock.
   */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#mutations.idle();
    // Both failures have already been reported, by the mutation's promise and by `onFatal`.
    await this.#groups.settled().catch(() => {});
    await this.#checkpointer.flush().catch(() => {});
    for (const read of [...this.#openReads]) read.close();
    await this.#store.close();
    this.#log.close();
    await this.#unlock();
  }

  #newestPoint(): SnapshotReadPoint {
    this.#checkOpen();
    const view = this.#checkpointer.isCaughtUp
      ? null
      : this.#pendingWrites.asOf(this.#visibleSequence);
    return this.#openPoint(this.#visibleTs, view);
  }

  #openPoint(ts: bigint, pendingWrites: PendingWritesView | null): SnapshotReadPoint {
    const schemaChanges = this.#schemaChanges;
    const opened = new SnapshotReadPoint({
      catalog: this.#catalog,
      snapshot: this.#store.snapshot(),
      documents: this.#documents,
      pendingWrites,
      ts,
      isOutdated: () => this.#schemaChanges > schemaChanges,
      onClose: (point) => {
        this.#openReads.delete(point);
        this.#pins.delete(point);
      },
    });
    this.#openReads.add(opened);
    if (pendingWrites) this.#pins.set(opened, this.#checkpointer.flushedThrough);
    return opened;
  }

  /**
   * Reruns the queries that `commit` will invalidate while the disk is still writing it, one per
   * turn of the event loop, so that their results are ready when the commit is durable.
   */
  async #runSpeculatively(commit: Commit, { sequence, done: committed }: Group): Promise<void> {
    if (this.#mutations.length > 1) return; // the thread has other work
    const beginRead = () =>
      this.#openPoint(commit.ts, this.#pendingWrites.asOf(sequence)).beginOnlyRead();
    for (const watcher of this.#invalidationIndex.watchersOf(commit)) {
      if (this.#visibleTs >= commit.ts || this.#isClosed) return;
      watcher.onSpeculativeCommit?.({ beginRead, committed });
      await setImmediate();
    }
  }

  /**
   * Runs one mutation. Resolves when the next mutation may run; `completion` also waits for the
   * disk.
   */
  async #execute<T>(
    body: (tx: WriteTransaction) => Promise<T> | T,
  ): Promise<{ completion: Promise<WriteResult<T>> }> {
    const snapshot = this.#store.snapshot();
    const aborts = this.#aborts;
    const tx: Writer = new Writer({
      catalog: this.#catalog,
      snapshot,
      documents: this.#documents,
      ts: this.#records.ts,
      pendingWrites: this.#pendingWrites,
      sequence: ++this.#sequence,
      nextCreationTime: () => this.#records.nextCreationTime(this.#clock),
      onClose: () => {
        snapshot.close();
        this.#pins.delete(tx);
      },
    });
    this.#pins.set(tx, this.#checkpointer.flushedThrough);
    try {
      const value = await body(tx);
      if (this.#aborts > aborts) throw this.#lastAbortError!;
      return { completion: this.#commit(tx, value) };
    } catch (error) {
      this.#pendingWrites.dropAfter(tx.sequence - 1);
      // The error may depend on writes that are not on disk yet, so reject only once they are.
      const failed = this.#groups.settled().then(() => Promise.reject(error as Error));
      return { completion: failed };
    } finally {
      tx.close();
    }
  }

  async #commit<T>(tx: Writer, value: T): Promise<WriteResult<T>> {
    const { metrics } = tx;
    const ts = this.#records.followingTs(this.#clock);
    const changes = tx.finish(ts);
    if (changes === null) {
      // drop the versions left by rolled-back writes
      this.#pendingWrites.dropAfter(tx.sequence - 1);
      await this.#groups.settled();
      // The mutation may have begun at the timestamp of a group that was aborted.
      const seenTs = tx.ts < this.#visibleTs ? tx.ts : this.#visibleTs;
      return { value, ts: seenTs, metrics };
    }
    this.#records.ts = ts;
    await this.#groups.add({ ts, keys: changes.keys }, changes.writes, tx.sequence);
    return { value, ts, metrics };
  }

  /** Makes one group durable. @throws StorageWriteError */
  async #append(ts: bigint, encoded: Buffer): Promise<void> {
    this.#checkWhole();
    this.#store.checkSpace(diskBytesFor(encoded) + this.#checkpointer.pendingBytes);
    if (this.#log.isFull) await this.#checkpointer.flush();
    await this.#log.append(ts, encoded, this.#checkpointer.isCaughtUp);
  }

  /** Makes a durable group visible and notifies watchers and listeners. */
  #publish({ commits, sequence }: Group, encoded: Buffer): void {
    this.#visibleSequence = sequence;
    this.#visibleTs = commits.at(-1)!.ts;
    this.#checkpointer.add(encoded, sequence);
    for (const commit of commits) {
      try {
        this.#invalidationIndex.publish(commit);
        for (const listener of this.#listeners) listener(commit);
      } catch (error) {
        this.#onFatal(error as Error); // a listener has a bug, and later listeners were not called
      }
    }
  }

  /** Undoes every write that is not on disk, after the disk failed or refused a group. */
  #abort(error: Error): void {
    this.#aborts++;
    this.#lastAbortError = error;
    this.#pendingWrites.dropAfter(this.#visibleSequence);
    this.#records.markUnsaved();
    const isFatal = !(error instanceof StorageWriteError) || error.failure === "failed";
    if (isFatal) this.#onFatal(error);
  }

  /** Resolves when every commit is in the store, not only in the log. */
  async #flush(): Promise<void> {
    await this.#groups.settled();
    await this.#checkpointer.flush();
  }

  /** Drops the pending writes that are in the store snapshot of every open transaction. */
  #dropFlushedWrites(): void {
    this.#pendingWrites.dropThrough(
      Math.min(this.#checkpointer.flushedThrough, ...this.#pins.values()),
    );
  }

  /** Refuses to write once damage has been found. @throws StorageWriteError */
  #checkWhole(): void {
    if (this.#damage === null) return;
    const message = `${this.#damage.message} Nothing is saved until a backup is restored.`;
    throw new StorageWriteError(message, { failure: "damaged", cause: this.#damage });
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new Error(`The database in ${this.#path} is closed`);
  }
}
