import { mkdirSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { backUp, restoreBackup } from "../storage/backup";
import { Catalog } from "../storage/catalog";
import { StorageWriteError } from "../storage/errors";
import { lockFolder } from "../storage/lock";
import { logIdOf, logIdWrite } from "../storage/ownRecords";
import { SYSTEM_TABLES, type SchemaJson } from "../storage/schema";
import { CommitLog } from "../storage/log";
import { writesAfterInFormat1 } from "../storage/logFormat1";
import { Store } from "../storage/store";
import { diskBytesFor } from "../storage/writes";
import { applySchema } from "./applySchema";
import { Checkpointer } from "./checkpointer";
import { GroupCommit, type Group } from "./groupCommit";
import { PendingWrites, type PendingWritesView } from "./pendingWrites";
import type { ReadSet } from "./readSet";
import { Reader } from "./readTransaction";
import { StoreRecords } from "./storeRecords";
import { InvalidationIndex } from "./invalidationIndex";
import type {
  Clock,
  Commit,
  ReadTransaction,
  TransactionMetrics,
  Watcher,
  WriteTransaction,
} from "./types";
import type { Upgrades } from "./upgrade";
import { Writer } from "./writeTransaction";

export type * from "./types";
export type { Upgrades } from "./upgrade";

// Mutations that wait for nothing run back to back; sockets, and the disk's own answers, wait meanwhile.
const MAX_BUSY_MS = 4;

export interface DatabaseOptions {
  /** Folder; made when missing. */
  readonly path: string;
  readonly clock: Clock;
  /** The store can no longer be trusted to keep what it is given: the process has to end. */
  readonly onFatal: (error: Error) => void;
}

export interface WriteResult<T> {
  readonly value: T;
  readonly ts: bigint;
  /** Has resolved already: here a commit is visible only once it is on disk. */
  readonly durable: Promise<void>;
  readonly metrics: TransactionMetrics;
}

/**
 * A transactional document store in one folder, for one process.
 *
 * Mutations run one after another, each reading the store's newest snapshot under the writes of those
 * before it that are still on their way there. So their order is a serial order, and no mutation waits
 * for another's fsync. A commit is on disk, and seen, once it is in the log:
 *
 *     mutation ──► pending writes ──► log (fsync: acknowledged) ──► store, some milliseconds later
 *
 * Queries read a snapshot of the store under that part of the pending writes which is in the log.
 *
 * Invariants: what a query, another mutation's caller or a listener can see is on disk. Commit
 * timestamps and creation times only grow, also across restarts and clocks that go back.
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
  readonly #groups: GroupCommit;
  readonly #checkpointer: Checkpointer;
  readonly #invalidationIndex: InvalidationIndex;
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #openReads = new Set<Reader>();
  /** What the store held when those who read the pending writes began: number of the last mutation. */
  readonly #pins = new Map<Reader, number>();
  /** Newest commit on disk. */
  #visibleTs: bigint;
  /** Its mutation's number. */
  #visibleSequence = 0;
  /** End of the queue of mutations. */
  #tail: Promise<unknown> = Promise.resolve();
  #queued = 0;
  /** When the queue last began, or made room for others (performance.now). */
  #busySince = 0;
  /** Counts mutations, for the pending writes. */
  #sequence = 0;
  /** Counts lost groups: a mutation that ran across one read what never was. */
  #aborts = 0;
  #lastAbortError: Error | null = null;
  #isClosed = false;

  private constructor(
    { path, clock, onFatal }: DatabaseOptions,
    store: Store,
    log: CommitLog,
    unlock: () => Promise<void>,
  ) {
    this.#path = path;
    this.#clock = clock;
    this.#onFatal = onFatal;
    this.#unlock = unlock;
    this.#store = store;
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
      onFailed: onFatal,
    });
  }

  /**
   * @throws DataFolderLockedError naming the folder and the process that holds it
   * @throws DamagedStoreError naming the file
   */
  static async open(options: DatabaseOptions): Promise<Database> {
    mkdirSync(options.path, { recursive: true });
    const lock = await lockFolder(options.path);
    try {
      const store = new Store(options.path);
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

  /** Timestamp of the newest commit that can be seen, nanoseconds. */
  get ts(): bigint {
    return this.#visibleTs;
  }

  tables(): readonly { name: string; number: number }[] {
    return this.#catalog.tables().map(({ name, number }) => ({ name, number }));
  }

  /**
   * Makes the store's tables and indexes those of `schema`: builds what is new, drops what is gone,
   * having first checked every stored document whose table's type changed, as `upgrades` make it, and
   * stored it so. Mutations wait meanwhile.
   * Cost: one or two passes over the tables with a changed type, one over those with a new index, in batches.
   *
   * @throws SchemaMismatchError naming the document and the field; nothing has changed then
   */
  applySchema(schema: SchemaJson, upgrades: Upgrades = {}): Promise<void> {
    return this.#enqueue(async () => {
      await this.#flush();
      // Queries that read the pending writes end by themselves; new ones read the store alone.
      while (this.#pins.size > 0) await setImmediate();
      this.#pendingWrites.clear();
      await applySchema(schema, upgrades, this.#catalog, this.#store, this.#records);
    });
  }

  /** A snapshot; isolated from later commits until closed. */
  beginRead(): ReadTransaction {
    this.#checkOpen();
    const view = this.#checkpointer.isCaughtUp
      ? null
      : this.#pendingWrites.asOf(this.#visibleSequence);
    return this.#openReader(this.#visibleTs, view);
  }

  /**
   * Runs `body` after all earlier ones. When it throws, nothing is written and its error is passed on.
   * Resolves once the commit is visible, which is once it is durable. Without writes, `ts` is that of
   * what it read.
   *
   * @throws StorageWriteError when the disk refuses; nothing is written
   */
  async write<T>(body: (tx: WriteTransaction) => Promise<T> | T): Promise<WriteResult<T>> {
    this.#checkOpen();
    const { completion } = await this.#enqueue(() => this.#execute(body));
    return completion;
  }

  /**
   * Tells `watcher` when a commit after `asOf` touches `readSet`; at once if one already has, or if
   * what is remembered of commits no longer reaches back.
   */
  subscribe(readSet: ReadSet, asOf: bigint, watcher: Watcher): { cancel(): void } {
    return this.#invalidationIndex.subscribe(readSet, asOf, watcher);
  }

  /** Called for every commit, in order, once it is durable. Returns the function that stops it. */
  onCommit(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Copies the newest snapshot to `file`, while in use. */
  async backup(file: string): Promise<void> {
    this.#checkOpen();
    await this.#flush();
    await backUp(this.#store, file);
  }

  /** Makes the folder `path` of a backup. @throws when the file is damaged or the folder is not empty */
  static restore(file: string, path: string): Promise<void> {
    return restoreBackup(file, path);
  }

  /** Waits for the mutations under way. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#tail.catch(() => {});
    await this.#groups.settled().catch(() => {});
    await this.#checkpointer.flush().catch(() => {});
    for (const read of [...this.#openReads]) read.close();
    await this.#store.close();
    this.#log.close();
    await this.#unlock();
  }

  #openReader(ts: bigint, view: PendingWritesView | null): Reader {
    const read: Reader = new Reader(this.#catalog, this.#store.snapshot(), ts, view, () => {
      this.#openReads.delete(read);
      this.#pins.delete(read);
    });
    this.#openReads.add(read);
    if (view) this.#pins.set(read, this.#checkpointer.flushedThrough);
    return read;
  }

  /** While the disk works on a lone commit, the queries it will invalidate run again, one per turn of the event loop. */
  async #runSpeculatively(commit: Commit, { sequence, done: committed }: Group): Promise<void> {
    if (this.#queued > 1) return; // the thread has other work
    const beginRead = () => this.#openReader(commit.ts, this.#pendingWrites.asOf(sequence));
    for (const watcher of this.#invalidationIndex.watchersOf(commit)) {
      if (this.#visibleTs >= commit.ts || this.#isClosed) return;
      watcher.onSpeculativeCommit?.({ beginRead, committed });
      await setImmediate();
    }
  }

  /** Queues `task` behind all that are queued. A long queue lets others have the thread now and then. */
  #enqueue<T>(task: () => Promise<T>): Promise<T> {
    if (this.#queued++ === 0) this.#busySince = performance.now();
    const turn = this.#tail.then(async () => {
      if (performance.now() - this.#busySince > MAX_BUSY_MS) {
        await setImmediate();
        this.#busySince = performance.now();
      }
      return task();
    });
    this.#tail = turn.then(
      () => this.#queued--,
      () => this.#queued--,
    );
    return turn;
  }

  /** Runs one mutation. Its turn ends with `body`; `completion` waits for the disk. */
  async #execute<T>(
    body: (tx: WriteTransaction) => Promise<T> | T,
  ): Promise<{ completion: Promise<WriteResult<T>> }> {
    const snapshot = this.#store.snapshot();
    const aborts = this.#aborts;
    const tx: Writer = new Writer(
      this.#catalog,
      snapshot,
      this.#records.ts,
      this.#pendingWrites,
      ++this.#sequence,
      () => this.#records.nextCreationTime(this.#clock),
      () => this.#pins.delete(tx),
    );
    this.#pins.set(tx, this.#checkpointer.flushedThrough);
    try {
      const value = await body(tx);
      if (this.#aborts > aborts) throw this.#lastAbortError!;
      return { completion: this.#commit(tx, value) };
    } catch (error) {
      this.#pendingWrites.dropAfter(tx.sequence - 1);
      // The error may rest on writes that are not on disk yet: it is told when they are.
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
      this.#pendingWrites.dropAfter(tx.sequence - 1); // what it undid itself
      await this.#groups.settled();
      // What it read may have been given a timestamp by a group that was lost.
      const seenTs = tx.ts < this.#visibleTs ? tx.ts : this.#visibleTs;
      return { value, ts: seenTs, durable: Promise.resolve(), metrics };
    }
    this.#records.ts = ts;
    await this.#groups.add({ ts, keys: changes.keys }, changes.writes, tx.sequence);
    return { value, ts, durable: Promise.resolve(), metrics };
  }

  /** @throws StorageWriteError */
  async #append(ts: bigint, encoded: Buffer): Promise<void> {
    this.#store.checkSpace(diskBytesFor(encoded) + this.#checkpointer.pendingBytes);
    if (this.#log.isFull) await this.#checkpointer.flush();
    await this.#log.append(ts, encoded, this.#checkpointer.isCaughtUp);
  }

  #publish({ commits, sequence }: Group, encoded: Buffer): void {
    this.#visibleSequence = sequence;
    this.#visibleTs = commits.at(-1)!.ts;
    this.#checkpointer.add(encoded, sequence);
    for (const commit of commits) {
      try {
        this.#invalidationIndex.publish(commit);
        for (const listener of this.#listeners) listener(commit);
      } catch (error) {
        this.#onFatal(error as Error); // a listener's bug: whom it left out is unknown
      }
    }
  }

  #abort(error: Error): void {
    this.#aborts++;
    this.#lastAbortError = error;
    this.#pendingWrites.dropAfter(this.#visibleSequence);
    this.#records.markUnsaved();
    if (!(error instanceof StorageWriteError && error.isRefusal)) this.#onFatal(error);
  }

  /** Resolves when the store holds all that was added. */
  async #flush(): Promise<void> {
    await this.#groups.settled();
    await this.#checkpointer.flush();
  }

  /** Nobody reads the store as it was before these writes. */
  #dropFlushedWrites(): void {
    this.#pendingWrites.dropThrough(
      Math.min(this.#checkpointer.flushedThrough, ...this.#pins.values()),
    );
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new Error(`The database in ${this.#path} is closed`);
  }
}

/**
 * Opens the log of `store`, which holds all of the log's commits when it resolves. A failure closes
 * the store.
 *
 * @throws DamagedStoreError naming the log; StorageWriteError when the disk is full
 */
async function openLog(store: Store): Promise<CommitLog> {
  const snapshot = store.snapshot();
  const ts = StoreRecords.tsOf(snapshot);
  const idInTree = logIdOf(snapshot);
  snapshot.close();
  try {
    // Without an id in the tree, the log is one of an earlier version, or was made by a start that
    // ended before its id was in the tree.
    const id = idInTree ?? CommitLog.idOf(store.path);
    if (id === null) await putAll(store, writesAfterInFormat1(store.path, ts));
    else {
      const { log, missing } = CommitLog.open(store.path, id, ts);
      await putAll(store, missing);
      if (idInTree !== null) return log;
      log.close();
    }
    const newId = CommitLog.create(store.path);
    await store.commit([logIdWrite(newId)]);
    return openLog(store);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function putAll(store: Store, batches: readonly Buffer[]): Promise<void> {
  if (batches.length === 0) return;
  store.checkSpace(batches.reduce((bytes, batch) => bytes + diskBytesFor(batch), 0));
  await store.put(batches);
}
