import type {
  Clock,
  Database,
  ReadPoint,
  ReadTransaction,
  SpeculativeSnapshot,
} from "../commit/database";
import type { FunctionRunner } from "../functions/runner";
import type { Caller, JSONObject, QueryOutcome } from "../functions/types";
import { identityKeyOf, personalKeyOf, sharedKeyOf } from "./queryKeys";
import { QueryResult } from "./queryResult";
import { isSystemQuery, type SystemQueries } from "./systemQueries";

/** Maximum age of a result that read the clock: older ones are not served to new callers. */
const CLOCK_RESULT_LIFETIME_MS = 17_000;
/**
 * Limits of the cache of results without watchers, kept for future callers: number of results,
 * their total bytes, and the size of a single result.
 */
const MAX_IDLE_QUERIES = 256;
const MAX_IDLE_BYTES = 32 * 1024 * 1024;
const MAX_IDLE_RESULT_CHARS = 256 * 1024;
/**
 * Size limit of a cached result that was only read once, over HTTP. Larger ones belong to bulk
 * loads, whose results are not read again, and 500 pages of one would evict everything else.
 */
const MAX_IDLE_ONE_OFF_CHARS = 32 * 1024;

export interface QueryCall {
  readonly path: string;
  readonly args: JSONObject;
  readonly caller: Caller;
  /** Journal of an earlier result of the query: the cursor where that page ended. */
  readonly journal: string | null;
}

/**
 * Caches query results and keeps watched ones up to date.
 *
 * A result's key is its path, arguments, journal, and whether the caller may run internal
 * functions; if the run read the caller's identity, that too. All sockets with the same key share
 * one `LiveQuery`, so a commit reruns it only once:
 *
 *     Ana and Bruno watch samples:list     one entry, one run, sent to both
 *     a commit moves a sample of the list  onInvalidated of both watches; their sessions read again
 *     Ana's session reads first            the query runs; Bruno's session gets the same result
 *     a commit changes another table       nothing runs: it touches no read set of these two
 */
export class LiveQueries {
  readonly #byKey = new Map<string, LiveQuery>();
  /** Valid results without watchers, longest unused first. */
  readonly #idle = new Map<LiveQuery, { readonly bytes: number }>();
  #idleBytes = 0;
  readonly #watches = new Set<Watch>();
  /**
   * Number of times the functions have been loaded. Results of an earlier load are never served.
   */
  #generation = 0;

  constructor(
    readonly database: Database,
    readonly functions: FunctionRunner,
    readonly systemQueries: SystemQueries,
    readonly clock: Clock,
  ) {}

  /**
   * Subscribes to a query.
   *
   * @param onInvalidated called inside the commit that invalidates the newest result; it may record
   *   the fact, but must not run or send anything
   */
  watch(call: QueryCall, onInvalidated: () => void, kind: Watch["kind"] = "live"): Watch {
    const watch = new Watch(this, call, {
      kind,
      onInvalidated,
      onReleased: () => this.#watches.delete(watch),
    });
    this.#watches.add(watch);
    return watch;
  }

  get generation(): number {
    return this.#generation;
  }

  /** Invalidates all results. Call it after the functions or their environment variables change. */
  invalidateAll(): void {
    this.#generation += 1;
    for (const watch of this.#watches) watch.onInvalidated();
  }

  /**
   * Returns a result of the query that is valid now, from the cache if possible. Mutations and live
   * queries that arrive meanwhile go first (functions/fairTurns.ts).
   *
   * @throws ClientGone if `isGone` when the query's turn comes
   */
  async read(call: QueryCall, isGone?: () => boolean): Promise<QueryResult> {
    await this.functions.nextTurn(call.caller, isGone);
    const watch = this.watch(call, () => {}, "oneOff");
    try {
      return await watch.currentResult();
    } finally {
      watch.release();
    }
  }

  /**
   * Returns the query's entry for this caller: the shared one if it exists, otherwise the caller's
   * own, which is created if missing.
   */
  find(call: QueryCall): LiveQuery {
    const sharedKey = sharedKeyOf(call.path, call.args, call.caller.isAdmin, call.journal);
    const personalKey = personalKeyOf(sharedKey, identityKeyOf(call.caller));
    const found = this.#byKey.get(sharedKey) ?? this.#byKey.get(personalKey);
    if (found) {
      this.#leaveIdle(found);
      return found;
    }
    const query = new LiveQuery(this, call);
    this.index(query, personalKey);
    return query;
  }

  /** Makes `find` return `query` for `key`, unless another query has that key. */
  index(query: LiveQuery, key: string): void {
    if (this.#byKey.has(key)) return;
    this.#byKey.set(key, query);
    query.keys.add(key);
  }

  unindex(query: LiveQuery, key: string): void {
    query.keys.delete(key);
    this.#byKey.delete(key);
  }

  /**
   * Called when the last watcher of `query` left. Keeps the entry if its result is valid and small;
   * otherwise evicts it.
   */
  keepOrEvict(query: LiveQuery): void {
    this.#leaveIdle(query);
    if (!query.isCacheable) return this.evict(query);
    const { heldBytes: bytes } = query;
    this.#idle.set(query, { bytes });
    this.#idleBytes += bytes;
    for (const oldest of this.#idle.keys()) {
      if (this.#idle.size <= MAX_IDLE_QUERIES && this.#idleBytes <= MAX_IDLE_BYTES) return;
      this.evict(oldest);
    }
  }

  #leaveIdle(query: LiveQuery): void {
    this.#idleBytes -= this.#idle.get(query)?.bytes ?? 0;
    this.#idle.delete(query);
  }

  evict(query: LiveQuery): void {
    this.#leaveIdle(query);
    for (const key of [...query.keys]) this.unindex(query, key);
    query.cancel();
  }

  /** Number of entries, watched and idle. For tests and metrics. */
  get size(): number {
    return new Set(this.#byKey.values()).size;
  }

  /** Number of watches, and bytes of idle results. For tests and metrics. */
  get held(): { readonly watches: number; readonly idleBytes: number } {
    return { watches: this.#watches.size, idleBytes: this.#idleBytes };
  }
}

interface WatchOptions {
  /** `oneOff`: an HTTP request, which releases the watch after one result. */
  readonly kind: "live" | "oneOff";
  readonly onInvalidated: () => void;
  readonly onReleased: () => void;
}

/** One socket's subscription to one query. Keeps the query's entry in the cache until `release`. */
export class Watch {
  #query: LiveQuery;
  #call: QueryCall;
  #isReleased = false;

  readonly kind: WatchOptions["kind"];
  readonly onInvalidated: () => void;
  readonly #onReleased: () => void;

  constructor(
    readonly live: LiveQueries,
    call: QueryCall,
    { kind, onInvalidated, onReleased }: WatchOptions,
  ) {
    this.kind = kind;
    this.onInvalidated = onInvalidated;
    this.#onReleased = onReleased;
    this.#call = call;
    this.#query = live.find(call);
    this.#query.add(this);
  }

  /** Resolves to a result of the query that is valid now. */
  currentResult(): Promise<QueryResult> {
    return this.#visibleResult((query) => query.currentResult(this.#call.caller));
  }

  /**
   * Resolves to a result that is valid at `point`; runs the query there unless it has such a
   * result.
   */
  resultAt(point: ReadPoint): Promise<QueryResult> {
    return this.#visibleResult((query) => query.resultAt(point, this.#call.caller));
  }

  /** Returns a result that is valid at `ts`; null when that would require a run. */
  heldResult(ts: bigint): QueryResult | null {
    this.#rebind();
    return this.#query.heldResult(ts, this.#call.caller);
  }

  async #visibleResult(
    resultOf: (query: LiveQuery) => QueryResult | Promise<QueryResult>,
  ): Promise<QueryResult> {
    const { caller } = this.#call;
    for (;;) {
      this.#rebind();
      const result = await resultOf(this.#query);
      // The first run that reads the caller's identity makes a shared query's result personal: it
      // belongs to that run's caller, and other callers run the query for themselves.
      if (!result.isVisibleTo(identityKeyOf(caller))) continue;
      const { journal } = result;
      if (journal !== null && journal !== this.#call.journal) {
        this.#call = { ...this.#call, journal };
      }
      return result;
    }
  }

  /** Journal of the newest result that had one; initially the journal passed to `watch`. */
  get journal(): string | null {
    return this.#call.journal;
  }

  /**
   * Ends the subscription. A run in progress completes, and its result is kept or evicted as usual.
   */
  release(): void {
    this.#isReleased = true;
    this.#onReleased();
    this.#query.release(this);
  }

  /**
   * Moves the watch to the entry that `find` returns now. When 500 people open a page at the same
   * time, each starts with a personal entry; once a run shows that the result is shared, all move
   * to one.
   */
  #rebind(): void {
    if (this.#isReleased) return; // a new entry would never be released
    if (this.#query.isCurrent && this.#query.mayServe(this.#call.caller)) return;
    const query = this.live.find(this.#call);
    if (query === this.#query) return;
    this.#query.release(this);
    query.add(this);
    this.#query = query;
  }
}

/**
 * One cache entry: a query's newest result, the watches that share it, and the runs in progress.
 */
class LiveQuery {
  readonly watchers = new Set<Watch>();
  /**
   * Keys under which `find` returns this entry; see `#rekey`. Empty when other entries took them
   * all.
   */
  readonly keys = new Set<string>();
  #newest: QueryResult | null = null;
  /** True once a socket has watched the entry: its result is likely to be read again. */
  #wasLive = false;
  #subscription: { cancel(): void } | null = null;
  /** Runs in progress, by generation and snapshot, so that simultaneous callers share one run. */
  readonly #runs = new Map<string, Promise<QueryResult>>();

  constructor(
    readonly live: LiveQueries,
    readonly call: QueryCall,
  ) {}

  get isCurrent(): boolean {
    if (this.#newest === null || this.#newest.validUntil !== null || this.#isStale) return false;
    return this.#newest.generation === this.live.generation;
  }

  mayServe(caller: Caller): boolean {
    return this.#newest !== null && this.#newest.isVisibleTo(identityKeyOf(caller));
  }

  get isCacheable(): boolean {
    const outcome = this.#newest?.outcome;
    const maxChars = this.#wasLive ? MAX_IDLE_RESULT_CHARS : MAX_IDLE_ONE_OFF_CHARS;
    const isSmall = !!outcome?.ok && outcome.valueJson.length <= maxChars;
    return isSmall && this.isCurrent && this.keys.size > 0;
  }

  /** Memory of the newest result, in bytes. */
  get heldBytes(): number {
    return this.#newest?.heldBytes ?? 0;
  }

  currentResult(caller: Caller): QueryResult | Promise<QueryResult> {
    if (this.#newest && this.isCurrent && this.mayServe(caller)) return this.#newest;
    return this.#runAt(this.live.database.beginRead(), caller);
  }

  resultAt(point: ReadPoint, caller: Caller): QueryResult | Promise<QueryResult> {
    return this.heldResult(point.ts, caller) ?? this.#runAt(point.beginRead(), caller);
  }

  /**
   * Returns the newest result if it is valid at `ts`, even if a later commit has invalidated it.
   */
  heldResult(ts: bigint, caller: Caller): QueryResult | null {
    const newest = this.#newest;
    if (newest === null || this.#isStale || newest.generation !== this.live.generation) return null;
    return newest.isValidAt(ts) && this.mayServe(caller) ? newest : null;
  }

  add(watch: Watch): void {
    this.watchers.add(watch);
    this.#wasLive ||= watch.kind === "live";
  }

  release(watch: Watch): void {
    this.watchers.delete(watch);
    if (this.watchers.size === 0) this.live.keepOrEvict(this);
  }

  cancel(): void {
    this.#subscription?.cancel();
    this.#subscription = null;
  }

  get #isStale(): boolean {
    if (!this.#newest?.outcome.sawTime) return false;
    return this.live.clock.now() - this.#newest.ranAtMs > CLOCK_RESULT_LIFETIME_MS;
  }

  /**
   * Joins the run in progress on the snapshot of `tx`, or starts one.
   *
   * @param committed for a speculative snapshot: the run resolves only after this resolves, and
   *   rejects when this rejects
   */
  #runAt(tx: ReadTransaction, caller: Caller, committed?: Promise<void>): Promise<QueryResult> {
    const runKey = `${this.live.generation} ${tx.ts}`;
    const underWay = this.#runs.get(runKey);
    if (underWay) {
      tx.close();
      return underWay;
    }
    const run = this.#run(tx, caller, committed).finally(() => this.#runs.delete(runKey));
    this.#runs.set(runKey, run);
    return run;
  }

  async #run(
    tx: ReadTransaction,
    caller: Caller,
    committed: Promise<void> | undefined,
  ): Promise<QueryResult> {
    const { path, args } = this.call;
    const journal = this.#newest?.journal ?? this.call.journal;
    const { generation } = this.live;
    let outcome: QueryOutcome;
    try {
      outcome =
        caller.isAdmin && isSystemQuery(path)
          ? this.live.systemQueries.run(path, args, tx)
          : await this.live.functions.runQuery({ path, args, caller, journal, tx, committed });
    } finally {
      tx.close();
    }
    await committed;
    const { ts } = outcome;
    const identityKey = outcome.sawIdentity ? identityKeyOf(caller) : null;
    const result = new QueryResult(outcome, this.live.clock.now(), identityKey, generation);
    const newest = this.#newest;
    const isNewer = !newest || (newest.ts <= ts && newest.generation <= generation);
    if (isNewer) this.#replaceNewest(result, journal);
    // without a subscription, it is only known to be valid at its own ts
    else result.validUntil = ts + 1n;
    return result;
  }

  #replaceNewest(result: QueryResult, ranWithJournal: string | null): void {
    this.cancel();
    if (this.#newest) this.#newest.validUntil ??= result.ts; // its subscription has just ended
    this.#newest = result;
    this.#rekey(result, [ranWithJournal, result.journal]);
    const { readSet, ts } = result.outcome;
    this.#subscription = this.live.database.subscribe(readSet, ts, {
      onInvalidated: (at) => this.#invalidate(result, at),
      onSpeculativeCommit: (snapshot) => this.#runSpeculatively(snapshot),
    });
    if (this.watchers.size === 0) this.live.keepOrEvict(this);
  }

  /**
   * Runs the query on a commit that is still being flushed, so that the result is ready when the
   * commit is on disk.
   */
  #runSpeculatively({ beginRead, committed }: SpeculativeSnapshot): void {
    if (this.watchers.size === 0) return;
    // If this fails, the next `currentResult` runs the query again and reports the error.
    this.#runAt(beginRead(), this.call.caller, committed).catch(() => {});
  }

  /** Called inside the commit that changes something `result` read. */
  #invalidate(result: QueryResult, ts: bigint): void {
    result.validUntil = ts;
    if (this.#newest !== result) return;
    if (this.watchers.size === 0) return this.live.evict(this);
    // The next run uses this result's journal, so that its page ends at the same row. A new caller
    // has no journal and must not find this entry, because its page gets its own end.
    this.#rekey(result, [result.journal]);
    for (const watch of this.watchers) watch.onInvalidated();
  }

  /**
   * Indexes this entry under `journals` and no other keys: as a personal entry if the run read the
   * caller's identity, otherwise as a shared one.
   */
  #rekey({ identityKey }: QueryResult, journals: readonly (string | null)[]): void {
    const { path, args, caller } = this.call;
    const wanted = new Set(
      journals.map((journal) => {
        const shared = sharedKeyOf(path, args, caller.isAdmin, journal);
        return identityKey === null ? shared : personalKeyOf(shared, identityKey);
      }),
    );
    for (const key of [...this.keys]) if (!wanted.has(key)) this.live.unindex(this, key);
    for (const key of wanted) this.live.index(this, key);
  }
}
