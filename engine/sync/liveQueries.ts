import type { Clock, Database, SpeculativeSnapshot, ReadTransaction } from "../commit/database";
import type { FunctionRunner } from "../functions/runner";
import type { Caller, JSONObject, QueryOutcome } from "../functions/types";
import { identityKeyOf, personalKeyOf, sharedKeyOf } from "./queryKeys";
import { QueryResult } from "./queryResult";
import { isSystemQuery, type SystemQueries } from "./systemQueries";

/** A result that depends on the clock is not given to newcomers after this long. */
const CLOCK_RESULT_LIFETIME_MS = 17_000;
/** Results nobody watches are kept for whoever asks next: this many, none larger than this. */
const MAX_IDLE_QUERIES = 256;
const MAX_IDLE_RESULT_CHARS = 256 * 1024;

export interface QueryCall {
  readonly path: string;
  readonly args: JSONObject;
  readonly caller: Caller;
  /** From an earlier result of the same query: where its page ended. */
  readonly journal: string | null;
}

/**
 * The result cache and everything that keeps it live.
 *
 * A result is kept under (path, arguments, journal, may it see internal functions) and, only if the
 * run asked for it, the caller's identity. All sockets with the same key share one `LiveQuery`, so
 * a commit re-runs it once. Commits elsewhere cost nothing: the database's interval index names the
 * read sets that a commit touches, and only their queries' watchers are told.
 */
export class LiveQueries {
  readonly #byKey = new Map<string, LiveQuery>();
  /** Valid results without watchers, longest unused first. */
  readonly #idle = new Set<LiveQuery>();
  readonly #watches = new Set<Watch>();
  /** Counts loads of the functions; results of earlier ones are given to nobody. */
  #generation = 0;

  constructor(
    readonly database: Database,
    readonly functions: FunctionRunner,
    readonly systemQueries: SystemQueries,
    readonly clock: Clock,
  ) {}

  /** @param onInvalidated called inside the commit that invalidates the newest result: only take note */
  watch(call: QueryCall, onInvalidated: () => void): Watch {
    const watch = new Watch(this, call, onInvalidated, () => this.#watches.delete(watch));
    this.#watches.add(watch);
    return watch;
  }

  get generation(): number {
    return this.#generation;
  }

  /** The functions, or the environment variables they see, are others now: everything runs again. */
  invalidateAll(): void {
    this.#generation += 1;
    for (const watch of this.#watches) watch.onInvalidated();
  }

  /** A result that holds now, from the cache if it can be. */
  async read(call: QueryCall): Promise<QueryResult> {
    const watch = this.watch(call, () => {});
    try {
      return await watch.currentResult();
    } finally {
      watch.release();
    }
  }

  /** The query's entry for this caller: the shared one if there is one, else the caller's own. */
  find(call: QueryCall): LiveQuery {
    const sharedKey = sharedKeyOf(call.path, call.args, call.caller.isAdmin, call.journal);
    const personalKey = personalKeyOf(sharedKey, identityKeyOf(call.caller));
    const found = this.#byKey.get(sharedKey) ?? this.#byKey.get(personalKey);
    if (found) {
      this.#idle.delete(found);
      return found;
    }
    const query = new LiveQuery(this, call);
    this.index(query, personalKey);
    return query;
  }

  /** Lets `query` be found under `key`, unless another already is. */
  index(query: LiveQuery, key: string): void {
    if (this.#byKey.has(key)) return;
    this.#byKey.set(key, query);
    query.keys.add(key);
  }

  unindex(query: LiveQuery, key: string): void {
    query.keys.delete(key);
    this.#byKey.delete(key);
  }

  /** Nobody watches `query` any more: keep it if its result is still good and not too large. */
  keepOrEvict(query: LiveQuery): void {
    if (!query.isCacheable) return this.evict(query);
    this.#idle.add(query);
    if (this.#idle.size > MAX_IDLE_QUERIES) {
      const [oldest] = this.#idle;
      if (oldest) this.evict(oldest);
    }
  }

  evict(query: LiveQuery): void {
    this.#idle.delete(query);
    for (const key of [...query.keys]) this.unindex(query, key);
    query.cancel();
  }

  /** For tests and metrics: entries alive, watched or idle. */
  get size(): number {
    return new Set(this.#byKey.values()).size;
  }
}

/** One socket's hold on one query. */
export class Watch {
  #query: LiveQuery;
  #call: QueryCall;

  constructor(
    readonly live: LiveQueries,
    call: QueryCall,
    readonly onInvalidated: () => void,
    readonly onReleased: () => void,
  ) {
    this.#call = call;
    this.#query = live.find(call);
    this.#query.watchers.add(this);
  }

  /**
   * A result that holds now. Several watches asked in one turn of the event loop answer from one
   * snapshot, with the exception below: whoever joins them checks (`holdsAt`).
   */
  async currentResult(): Promise<QueryResult> {
    const { caller } = this.#call;
    for (;;) {
      this.#rebind();
      const result = await this.#query.currentResult(caller);
      // A shared query may ask who called only this time: then its result is the runner's alone.
      if (!result.isVisibleTo(identityKeyOf(caller))) continue;
      const { journal } = result;
      if (journal !== null && journal !== this.#call.journal) {
        this.#call = { ...this.#call, journal };
      }
      return result;
    }
  }

  release(): void {
    this.onReleased();
    this.#query.release(this);
  }

  /** The entry may have been re-filed since: 500 first visitors' own entries become one. */
  #rebind(): void {
    if (this.#query.isCurrent && this.#query.mayServe(this.#call.caller)) return;
    const query = this.live.find(this.#call);
    if (query === this.#query) return;
    this.#query.release(this);
    query.watchers.add(this);
    this.#query = query;
  }
}

/** One query as everybody with its key sees it: its newest result, and who waits for the next. */
class LiveQuery {
  readonly watchers = new Set<Watch>();
  /** Keys it is indexed under; see `#rekey`. Empty when another entry got there first. */
  readonly keys = new Set<string>();
  #newest: QueryResult | null = null;
  #subscription: { cancel(): void } | null = null;
  /** Runs under way by generation and snapshot: whoever asks at the same instant shares one. */
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
    const isSmall = !!outcome?.ok && outcome.valueJson.length <= MAX_IDLE_RESULT_CHARS;
    return isSmall && this.isCurrent && this.keys.size > 0;
  }

  currentResult(caller: Caller): QueryResult | Promise<QueryResult> {
    if (this.#newest && this.isCurrent && this.mayServe(caller)) return this.#newest;
    return this.#runAt(this.live.database.beginRead(), caller);
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

  /** The run under way at the moment of `tx`, or one of its own, whose result holds once that is `committed`. */
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
    else result.validUntil = ts + 1n; // watched over by nobody: it is good for its own moment
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

  /** Somebody wants the next result as soon as the disk has answered: it can be ready by then. */
  #runSpeculatively({ beginRead, committed }: SpeculativeSnapshot): void {
    if (this.watchers.size === 0) return;
    // Should it fail, whoever needs the result runs it again, and hears why there is none.
    this.#runAt(beginRead(), this.call.caller, committed).catch(() => {});
  }

  /** Runs inside the commit. */
  #invalidate(result: QueryResult, ts: bigint): void {
    result.validUntil = ts;
    if (this.#newest !== result) return;
    if (this.watchers.size === 0) return this.live.evict(this);
    // The next run uses this one's journal, to end its page where this one's ended. A newcomer
    // without that journal must not find it: it wants a page of its own.
    this.#rekey(result, [result.journal]);
    for (const watch of this.watchers) watch.onInvalidated();
  }

  /** Is found under `journals` from now on, by everybody or, if it saw an identity, by that one. */
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
