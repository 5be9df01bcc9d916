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

/** A result of a query that read the clock is given to no new caller after this long. */
const CLOCK_RESULT_LIFETIME_MS = 17_000;
/**
 * The cache keeps this many results that nobody watches, for a next caller, of this many bytes
 * together, and none above this size.
 */
const MAX_IDLE_QUERIES = 256;
const MAX_IDLE_BYTES = 32 * 1024 * 1024;
const MAX_IDLE_RESULT_CHARS = 256 * 1024;
/**
 * The same for results that were only ever read once, over HTTP. Larger ones are parts of a bulk
 * load, which nobody asks for again, and 500 pages of it would evict all others.
 */
const MAX_IDLE_ONE_OFF_CHARS = 32 * 1024;

export interface QueryCall {
  readonly path: string;
  readonly args: JSONObject;
  readonly caller: Caller;
  /** The journal of an earlier result of the query, with the cursor at which that page ended. */
  readonly journal: string | null;
}

/**
 * Caches query results and keeps those that somebody watches live.
 *
 * The key of a result is its path, arguments, journal, and whether the caller may run internal
 * functions; if the run asked who calls, the caller's identity, too. All sockets with the same key
 * share one `LiveQuery`, so a commit runs it again once:
 *
 *     Ana and Bruno watch samples:list     one entry, one run, sent to both
 *     a commit moves a sample of the list  onInvalidated of both watches; their sessions ask again
 *     Ana's session asks first             the query runs; Bruno's session gets the same result
 *     a commit changes another table       nothing runs: it touches no read set of these two
 */
export class LiveQueries {
  readonly #byKey = new Map<string, LiveQuery>();
  /** Valid results without watchers, longest unused first. */
  readonly #idle = new Map<LiveQuery, { readonly bytes: number }>();
  #idleBytes = 0;
  readonly #watches = new Set<Watch>();
  /**
   * The number of loads of the functions so far. Results of an earlier load are given to nobody.
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
   * @param onInvalidated called inside the commit that invalidates the newest result; it must only
   *   take a note, and run or send nothing
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

  /**
   * Invalidates all results. Call it after the functions or their environment variables changed.
   */
  invalidateAll(): void {
    this.#generation += 1;
    for (const watch of this.#watches) watch.onInvalidated();
  }

  /**
   * A result of the query that is valid now, from the cache when it has one. Mutations and live
   * queries that arrive meanwhile go first (functions/fairTurns.ts).
   * @throws ClientGone when it is the query's turn and `isGone`
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
   * The query's entry for this caller: the shared one if it exists, else the caller's own, made if
   * need be.
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

  /** Makes `find` give `query` for `key`, unless another query has that key. */
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
   * Called when the last watcher of `query` left: keeps it if its result is valid and small, else
   * evicts it.
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

  /** The number of entries, watched and idle. For tests and metrics. */
  get size(): number {
    return new Set(this.#byKey.values()).size;
  }

  /** The number of watches, and bytes of idle results. For tests and metrics. */
  get held(): { readonly watches: number; readonly idleBytes: number } {
    return { watches: this.#watches.size, idleBytes: this.#idleBytes };
  }
}

interface WatchOptions {
  /** `oneOff`: an HTTP request, released after one result. */
  readonly kind: "live" | "oneOff";
  readonly onInvalidated: () => void;
  readonly onReleased: () => void;
}

/**
 * One socket's subscription to one query. It keeps the query's entry in the cache until `release`.
 */
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

  /** A result of the query that is valid now. */
  currentResult(): Promise<QueryResult> {
    return this.#visibleResult((query) => query.currentResult(this.#call.caller));
  }

  /** A result that is valid at `point`, by a run on it unless the query has one. */
  resultAt(point: ReadPoint): Promise<QueryResult> {
    return this.#visibleResult((query) => query.resultAt(point, this.#call.caller));
  }

  /** A result that is valid at `ts`; null when that takes a run. */
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
      // A run that asks who calls for the first time makes a shared query's result personal: it
      // belongs to the caller of that run, and other callers run the query for themselves.
      if (!result.isVisibleTo(identityKeyOf(caller))) continue;
      const { journal } = result;
      if (journal !== null && journal !== this.#call.journal) {
        this.#call = { ...this.#call, journal };
      }
      return result;
    }
  }

  /** The journal of its newest result that had one, or the one that it began with. */
  get journal(): string | null {
    return this.#call.journal;
  }

  /** A run under way still ends, and its result is kept or evicted like that of any other. */
  release(): void {
    this.#isReleased = true;
    this.#onReleased();
    this.#query.release(this);
  }

  /**
   * Moves to the entry that `find` gives today. When 500 people open a page at once, each starts
   * with an entry of their own; once a run shows that the result is shared, they all move to one.
   */
  #rebind(): void {
    if (this.#isReleased) return; // it would keep an entry that nothing releases
    if (this.#query.isCurrent && this.#query.mayServe(this.#call.caller)) return;
    const query = this.live.find(this.#call);
    if (query === this.#query) return;
    this.#query.release(this);
    query.add(this);
    this.#query = query;
  }
}

/**
 * One entry of the cache: a query's newest result, the watches that share it, and the runs under
 * way.
 */
class LiveQuery {
  readonly watchers = new Set<Watch>();
  /**
   * The keys under which `find` gives this entry; see `#rekey`. Empty when another entry has them.
   */
  readonly keys = new Set<string>();
  #newest: QueryResult | null = null;
  /** A socket watches it or did: its result is likely to be asked for again. */
  #wasLive = false;
  #subscription: { cancel(): void } | null = null;
  /**
   * The runs under way, by generation and snapshot, so that callers of one instant share one run.
   */
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

  /** Memory that the newest result takes. */
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

  /** The newest result if it is valid at `ts`, even if a later commit has invalidated it. */
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
   * Joins the run under way on the snapshot of `tx`, or starts one.
   * @param committed of a speculative snapshot: the result is given out only after this resolves,
   *   and the run rejects when this rejects
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
    else result.validUntil = ts + 1n; // it has no subscription, so it is known valid only at its ts
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
   * Runs the query on a commit that is still being flushed, so that its result is ready once it is
   * on disk.
   */
  #runSpeculatively({ beginRead, committed }: SpeculativeSnapshot): void {
    if (this.watchers.size === 0) return;
    // If this fails, the next `currentResult` runs the query again and reports the error.
    this.#runAt(beginRead(), this.call.caller, committed).catch(() => {});
  }

  /** Called inside the commit that touches what `result` read. */
  #invalidate(result: QueryResult, ts: bigint): void {
    result.validUntil = ts;
    if (this.#newest !== result) return;
    if (this.watchers.size === 0) return this.live.evict(this);
    // The next run uses this result's journal, so that its page ends where this one ended. A new
    // caller has no journal and must not find this entry: its page has its own end.
    this.#rekey(result, [result.journal]);
    for (const watch of this.watchers) watch.onInvalidated();
  }

  /**
   * Indexes this entry under `journals` and no other keys: shared, or personal if the run asked who
   * calls.
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
