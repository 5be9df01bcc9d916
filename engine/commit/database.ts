import { mkdirSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { backUp, restoreBackup } from "../storage/backup";
import { Catalog } from "../storage/catalog";
import { StorageWriteError } from "../storage/errors";
import { lockFolder } from "../storage/lock";
import { SYSTEM_TABLES, type SchemaJson } from "../storage/schema";
import { Store } from "../storage/store";
import { applySchema } from "./applySchema";
import { GroupCommit } from "./groupCommit";
import { Overlay } from "./overlay";
import type { ReadSet } from "./readSet";
import { Reader } from "./readTransaction";
import { StoreRecords } from "./storeRecords";
import { Subscriptions } from "./subscriptions";
import type { Clock, Commit, ReadTransaction, TransactionMetrics, WriteTransaction } from "./types";
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
 * before it that are still on their way to the disk. So their order is a serial order, and no
 * mutation waits for another's fsync. Queries read a snapshot of what is on disk.
 *
 * Invariants: what a query, another mutation's caller or a listener can see is on disk. Commit
 * timestamps and creation times only grow, also across restarts and clocks that go back.
 */
export class Database {
  readonly #path: string;
  readonly #clock: Clock;
  readonly #onFatal: (error: Error) => void;
  readonly #unlock: () => void;
  readonly #store: Store;
  readonly #records: StoreRecords;
  readonly #catalog: Catalog;
  readonly #overlay = new Overlay();
  readonly #groups: GroupCommit;
  readonly #subscriptions: Subscriptions;
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #openReads = new Set<ReadTransaction>();
  /** Newest commit on disk. */
  #visibleTs: bigint;
  /** End of the queue of mutations. */
  #tail: Promise<unknown> = Promise.resolve();
  #queued = 0;
  /** When the queue last began, or made room for others (performance.now). */
  #busySince = 0;
  /** Counts mutations, for the overlay. */
  #sequence = 0;
  /** Counts lost groups: a mutation that ran across one read what never was. */
  #losses = 0;
  #lastLoss: Error | null = null;
  #isClosed = false;

  private constructor({ path, clock, onFatal }: DatabaseOptions, unlock: () => void) {
    this.#path = path;
    this.#clock = clock;
    this.#onFatal = onFatal;
    this.#unlock = unlock;
    this.#store = new Store(path);
    this.#records = StoreRecords.load(this.#store);
    this.#catalog = this.#records.catalog;
    this.#visibleTs = this.#records.ts;
    this.#subscriptions = new Subscriptions(this.#visibleTs);
    this.#groups = new GroupCommit(this.#store, {
      seal: () => this.#records.writes(),
      onCommitted: (commits) => this.#announce(commits),
      onLost: (error) => this.#lose(error),
    });
  }

  /**
   * @throws DataFolderLockedError naming the folder and the process that holds it
   * @throws DamagedStoreError naming the file
   */
  static async open(options: DatabaseOptions): Promise<Database> {
    mkdirSync(options.path, { recursive: true });
    const lock = lockFolder(options.path);
    try {
      const database = new Database(options, () => lock.release());
      if (!database.#catalog.table(SYSTEM_TABLES[0]!.tableName)) {
        await database.applySchema({ tables: [], schemaValidation: false });
      }
      return database;
    } catch (error) {
      lock.release();
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
    return this.#inTurn(async () => {
      await this.#groups.settled();
      this.#overlay.clear();
      await applySchema(schema, upgrades, this.#catalog, this.#store, this.#records);
    });
  }

  /** A snapshot; isolated from later commits until closed. */
  beginRead(): ReadTransaction {
    this.#checkOpen();
    const snapshot = this.#store.snapshot();
    // Another thread commits: the snapshot may be newer than the last commit announced here.
    const ts = StoreRecords.tsOf(snapshot);
    const read: Reader = new Reader(this.#catalog, snapshot, ts, null, () => {
      this.#openReads.delete(read);
    });
    this.#openReads.add(read);
    return read;
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
    const { completion } = await this.#inTurn(() => this.#execute(body));
    return completion;
  }

  /**
   * Calls back once, inside the commit, when one after `asOf` touches `readSet`; at once if one
   * already has, or if the log of commits no longer reaches back.
   */
  subscribe(
    readSet: ReadSet,
    asOf: bigint,
    onInvalidated: (ts: bigint) => void,
  ): { cancel(): void } {
    return this.#subscriptions.subscribe(readSet, asOf, onInvalidated);
  }

  /** Called for every commit, in order, once it is durable. Returns the function that stops it. */
  onCommit(listener: (commit: Commit) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Copies the newest snapshot to `file`, while in use. */
  backup(file: string): Promise<void> {
    this.#checkOpen();
    return backUp(this.#store, file);
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
    for (const read of [...this.#openReads]) read.close();
    await this.#store.close();
    this.#unlock();
  }

  /** Queues `task` behind all that are queued. A long queue lets others have the thread now and then. */
  #inTurn<T>(task: () => Promise<T>): Promise<T> {
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
    if (this.#groups.isIdle) this.#overlay.clear();
    else this.#overlay.dropThrough(this.#groups.committedThrough);
    const losses = this.#losses;
    const tx = new Writer(
      this.#catalog,
      snapshot,
      this.#records.ts,
      this.#overlay,
      ++this.#sequence,
      () => this.#records.nextCreationTime(this.#clock),
    );
    try {
      const value = await body(tx);
      if (this.#losses > losses) throw this.#lastLoss!;
      return { completion: this.#commit(tx, value) };
    } catch (error) {
      if (this.#losses === losses) tx.rollback();
      else this.#overlay.clear();
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
      await this.#groups.settled();
      return { value, ts: tx.ts, durable: Promise.resolve(), metrics };
    }
    this.#records.ts = ts;
    await this.#groups.add({ ts, keys: changes.keys }, changes.writes, tx.sequence);
    return { value, ts, durable: Promise.resolve(), metrics };
  }

  #announce(commits: readonly Commit[]): void {
    for (const commit of commits) {
      this.#visibleTs = commit.ts;
      try {
        this.#subscriptions.publish(commit);
        for (const listener of this.#listeners) listener(commit);
      } catch (error) {
        this.#onFatal(error as Error); // a listener's bug: whom it left out is unknown
      }
    }
  }

  #lose(error: Error): void {
    this.#losses++;
    this.#lastLoss = error;
    this.#overlay.clear();
    this.#records.markUnsaved();
    if (!(error instanceof StorageWriteError && error.isRefusal)) this.#onFatal(error);
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new Error(`The database in ${this.#path} is closed`);
  }
}
