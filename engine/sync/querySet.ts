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
 * Longest time a view holds one snapshot before it starts over; results that are still valid are
 * not recomputed.
 */
const MAX_SNAPSHOT_MS = 2_000;

interface SubscribedQuery {
  readonly call: Call;
  readonly watch: Watch;
  /** The last result sent to the client; null before the first. */
  readonly sent: QueryResult | null;
  /** Bytes that count against the socket's share, for the arguments and for the newest result. */
  readonly callBytes: number;
  readonly resultBytes: number;
}

/** Results of all of a socket's queries at one timestamp. */
export interface ConsistentView {
  readonly ts: bigint;
  /** True when newer results already exist: the next view will differ. */
  readonly isBehind: boolean;
  /**
   * Returns the modifications that bring the client to this view. The caller must send them,
   * because they count as sent from now on.
   */
  takeModifications(): string[];
}

/** Queries that one socket subscribes to, each with the last result sent to the client. */
export class QuerySet {
  readonly #queries = new Map<number, SubscribedQuery>();
  /**
   * Queries refused because the socket's owner has no room for them. Their arguments are not kept.
   */
  readonly #refused = new Set<number>();
  /** Refusal sentences by query id, until they are sent. */
  readonly #refusals = new Map<number, string>();
  #removed: number[] = [];

  constructor(
    readonly database: Database,
    readonly liveQueries: LiveQueries,
    readonly share: SocketShare,
    /** Called inside commits. May record the fact, but must not run or send anything. */
    readonly onInvalidated: () => void,
  ) {}

  /** True when the socket's owner had no room for a query that is still in the set. */
  get hasRefused(): boolean {
    return this.#refused.size > 0;
  }

  /** @throws ProtocolError when the set would exceed the size that any real client needs */
  add(change: QuerySetChange & { type: "Add" }, call: Call, caller: Caller): void {
    const { queryId, journal = null } = change;
    if (this.#queries.has(queryId) || this.#refused.has(queryId)) {
      throw new ProtocolError(`Query ${queryId} is already in the query set`);
    }
    const maxQueries = this.share.isVisitor ? MAX_VISITOR_QUERIES : MAX_QUERIES;
    if (this.#queries.size + this.#refused.size >= maxQueries) {
      throw new ProtocolError(`A socket may subscribe to at most ${maxQueries} queries`);
    }
    // Arguments are kept in parsed form, and in the texts of up to two keys.
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
   * Resubscribes all queries on behalf of `caller`. Shared results, whose runs did not read the
   * caller's identity, stay valid.
   */
  changeCaller(caller: Caller): void {
    for (const [queryId, query] of this.#queries) {
      const { call, watch } = query;
      const next = this.#watch(call, caller, watch.journal);
      watch.release(); // after the new watch exists, so that a shared entry is not evicted
      this.#queries.set(queryId, { ...query, watch: next });
    }
  }

  /** Ends all subscriptions after the socket has closed. The session closes the socket's share. */
  releaseAll(): void {
    for (const { watch } of this.#queries.values()) watch.release();
    this.#queries.clear();
    this.#refused.clear();
    this.#refusals.clear();
    this.#removed = [];
  }

  /**
   * Runs the queries whose results are invalid, in turns, and returns all results at one timestamp,
   * no older than the newest commit at the time of the call. All runs read the same snapshot, so
   * later commits do not affect them; queries invalidated by those belong to the next view.
   *
   * @returns null, rarely, when the runs took too long for one snapshot, or when the functions or
   *   the schema have changed: call again
   */
  async view(turn: Turn): Promise<ConsistentView | null> {
    const point = this.database.openReadPoint();
    try {
      const { generation } = this.liveQueries;
      const results = new Map<Watch, QueryResult>();
      const endsAt = performance.now() + MAX_SNAPSHOT_MS;
      for (const [queryId, { watch }] of [...this.#queries]) {
        // it was removed meanwhile, or the socket closed
        if (!this.#isWatching(queryId, watch)) continue;
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
      // No result if it was added or resubscribed meanwhile: the next view has it.
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

  /** Counts a new result. If there is no room for it, ends the subscription. */
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
