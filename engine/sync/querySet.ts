import type { Database } from "../commit/database";
import type { Caller } from "../functions/types";
import { memoryOf } from "../values/json";
import type { LiveQueries, Watch } from "./liveQueries";
import {
  ProtocolError,
  queryModification,
  queryRefused,
  queryRemoved,
  type Call,
  type QuerySetChange,
} from "./protocol";
import type { QueryResult } from "./queryResult";
import { MAX_QUERIES, MAX_VISITOR_QUERIES } from "./socketLimits";
import type { SocketShare } from "./socketUsage";
import type { Turn } from "./transitionQueue";

/**
 * A view holds one snapshot this long at most, and then begins anew: results that still hold are
 * not computed again.
 */
const MAX_SNAPSHOT_MS = 2_000;

interface SubscribedQuery {
  readonly call: Call;
  readonly watch: Watch;
  /** The result that the client was sent last; null before the first. */
  readonly sent: QueryResult | null;
  /** Bytes counted in the socket's share for the arguments, and for the newest result. */
  readonly callBytes: number;
  readonly resultBytes: number;
}

/** The results of all of a socket's queries at one timestamp. */
export interface ConsistentView {
  readonly ts: bigint;
  /** True when newer results are known already: the next view will differ. */
  readonly isBehind: boolean;
  /**
   * The modifications that bring the client to this view. Send them: they count as sent from here
   * on.
   */
  takeModifications(): string[];
}

/**
 * The queries that one socket subscribes to, each with the result that its client was sent last.
 */
export class QuerySet {
  readonly #queries = new Map<number, SubscribedQuery>();
  /** Queries for which the owner of the socket has no room. Their arguments are forgotten. */
  readonly #refused = new Set<number>();
  /** The sentence that refuses a query, until it is sent. */
  readonly #refusals = new Map<number, string>();
  #removed: number[] = [];

  constructor(
    readonly database: Database,
    readonly liveQueries: LiveQueries,
    readonly share: SocketShare,
    /** Called inside commits. It must only take a note, and run or send nothing. */
    readonly onInvalidated: () => void,
  ) {}

  /** True when the socket's owner had no room for a query that is still asked for. */
  get hasRefused(): boolean {
    return this.#refused.size > 0;
  }

  /** @throws ProtocolError for a set of more queries than any client has */
  add(change: QuerySetChange & { type: "Add" }, call: Call, caller: Caller): void {
    const { queryId, journal = null } = change;
    if (this.#queries.has(queryId) || this.#refused.has(queryId)) {
      throw new ProtocolError(`Query ${queryId} is already in the query set`);
    }
    const maxQueries = this.share.isVisitor ? MAX_VISITOR_QUERIES : MAX_QUERIES;
    if (this.#queries.size + this.#refused.size >= maxQueries) {
      throw new ProtocolError(`A socket may subscribe to at most ${maxQueries} queries`);
    }
    // Arguments are kept as parsed, and in the texts of up to two keys.
    const callBytes = 3 * memoryOf([call.path, call.args, journal]);
    const refusal = this.share.subscribe(callBytes);
    if (refusal !== null) return this.#refuse(queryId, refusal);
    const watch = this.#watch(call, caller, journal);
    this.#queries.set(queryId, { call, watch, sent: null, callBytes, resultBytes: 0 });
  }

  remove(queryId: number): void {
    const query = this.#queries.get(queryId);
    if (query) this.#drop(queryId, query);
    this.#refused.delete(queryId);
    this.#refusals.delete(queryId);
    this.#removed.push(queryId);
  }

  /**
   * Subscribes all queries again on behalf of `caller`. Shared results, whose runs did not ask who
   * calls, stay valid.
   */
  changeCaller(caller: Caller): void {
    for (const [queryId, query] of this.#queries) {
      const { call, watch } = query;
      const next = this.#watch(call, caller, watch.journal);
      watch.release(); // after the new watch exists, so that a shared entry is not evicted between
      this.#queries.set(queryId, { ...query, watch: next });
    }
  }

  /** Ends all subscriptions when the socket has closed; its share is closed by the session. */
  releaseAll(): void {
    for (const { watch } of this.#queries.values()) watch.release();
    this.#queries.clear();
    this.#refused.clear();
    this.#refusals.clear();
    this.#removed = [];
  }

  /**
   * Runs the queries whose results are invalid, in turns, and gives all results at one timestamp,
   * not older than the newest commit at the call. All runs read one snapshot, so commits meanwhile
   * do not matter; what they invalidate is in the next view.
   * @returns null, rarely, when the runs took too long for one snapshot, or the functions or the
   *   schema have changed: call again
   */
  async view(turn: Turn): Promise<ConsistentView | null> {
    const point = this.database.openReadPoint();
    try {
      const { generation } = this.liveQueries;
      const results = new Map<Watch, QueryResult>();
      const endsAt = performance.now() + MAX_SNAPSHOT_MS;
      for (const [queryId, { watch }] of [...this.#queries]) {
        if (!this.#isWatching(queryId, watch)) continue; // removed meanwhile, or the socket closed
        let result = watch.heldResult(point.ts);
        if (result === null) {
          if (turn.isOver) await turn.next();
          if (!this.#isWatching(queryId, watch)) continue;
          const isOutdated = point.isOutdated || this.liveQueries.generation !== generation;
          if (isOutdated || performance.now() > endsAt) return null;
          result = await watch.resultAt(point);
        }
        this.#count(queryId, watch, result);
        results.set(watch, result);
      }
      const isBehind = [...results.values()].some(({ validUntil }) => validUntil !== null);
      return { ts: point.ts, isBehind, takeModifications: () => this.#modificationsTo(results) };
    } finally {
      point.close();
    }
  }

  #modificationsTo(results: ReadonlyMap<Watch, QueryResult>): string[] {
    const modifications = this.#removed.splice(0).map(queryRemoved);
    for (const [queryId, query] of this.#queries) {
      // None if it was added meanwhile, or again for another caller: the next view has it.
      const result = results.get(query.watch);
      if (!result || (query.sent && result.isSameAs(query.sent))) continue;
      this.#queries.set(queryId, { ...query, sent: result });
      modifications.push(queryModification(queryId, result.outcome.ok, result.tail));
    }
    for (const [queryId, refusal] of this.#refusals) {
      modifications.push(queryRefused(queryId, refusal));
    }
    this.#refusals.clear();
    return modifications;
  }

  #isWatching(queryId: number, watch: Watch): boolean {
    return this.#queries.get(queryId)?.watch === watch;
  }

  /** Counts a new result. One for which there is no room ends the subscription. */
  #count(queryId: number, watch: Watch, { heldBytes }: QueryResult): void {
    const query = this.#queries.get(queryId);
    if (query?.watch !== watch || query.resultBytes === heldBytes) return;
    const refusal = this.share.grow(heldBytes - query.resultBytes);
    if (refusal === null) {
      this.#queries.set(queryId, { ...query, resultBytes: heldBytes });
      return;
    }
    this.#drop(queryId, query);
    this.#refuse(queryId, refusal);
  }

  #refuse(queryId: number, refusal: string): void {
    this.#refused.add(queryId);
    this.#refusals.set(queryId, refusal);
  }

  #drop(queryId: number, { watch, callBytes, resultBytes }: SubscribedQuery): void {
    watch.release();
    this.#queries.delete(queryId);
    this.share.unsubscribe(callBytes + resultBytes);
  }

  #watch(call: Call, caller: Caller, journal: string | null): Watch {
    return this.liveQueries.watch({ ...call, caller, journal }, this.onInvalidated);
  }
}
