import type { Database } from "../commit/database";
import type { Caller, JSONObject } from "../functions/types";
import type { LiveQueries, Watch } from "./liveQueries";
import { ProtocolError, queryModification, queryRemoved, type QuerySetChange } from "./protocol";
import type { QueryResult } from "./queryResult";

/** A client subscribes once for each mounted component; more than this is a bug or an attack. */
const MAX_QUERIES = 4_096;

export interface Call {
  readonly path: string;
  readonly args: JSONObject;
}

interface SubscribedQuery {
  readonly call: Call;
  readonly watch: Watch;
  /** The result that the client was sent last; null before the first. */
  readonly sent: QueryResult | null;
}

/** The results of all of a socket's queries at one timestamp. */
export interface ConsistentView {
  readonly ts: bigint;
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
  #removed: number[] = [];

  constructor(
    readonly database: Database,
    readonly liveQueries: LiveQueries,
    /** Called inside commits. It must only take a note, and run or send nothing. */
    readonly onInvalidated: () => void,
  ) {}

  add(change: QuerySetChange & { type: "Add" }, call: Call, caller: Caller): void {
    if (this.#queries.has(change.queryId)) {
      throw new ProtocolError(`Query ${change.queryId} is already in the query set`);
    }
    if (this.#queries.size >= MAX_QUERIES) {
      throw new ProtocolError(`A socket may subscribe to at most ${MAX_QUERIES} queries`);
    }
    const watch = this.#watch(call, caller, change.journal ?? null);
    this.#queries.set(change.queryId, { call, watch, sent: null });
  }

  remove(queryId: number): void {
    this.#queries.get(queryId)?.watch.release();
    this.#queries.delete(queryId);
    this.#removed.push(queryId);
  }

  /**
   * Subscribes all queries again on behalf of `caller`. Shared results, whose runs did not ask who
   * calls, stay valid.
   */
  changeCaller(caller: Caller): void {
    for (const [queryId, { call, watch, sent }] of this.#queries) {
      const next = this.#watch(call, caller, watch.journal);
      watch.release(); // after the new watch exists, so that a shared entry is not evicted between
      this.#queries.set(queryId, { call, watch: next, sent });
    }
  }

  releaseAll(): void {
    for (const { watch } of this.#queries.values()) watch.release();
    this.#queries.clear();
  }

  /**
   * Runs the queries whose results are invalid, and gives all results at one timestamp, not older
   * than the newest commit at the call.
   * @returns null, rarely, when commits meanwhile left no timestamp at which all results are valid:
   *   call again
   */
  async view(): Promise<ConsistentView | null> {
    // All are asked in one turn of the event loop, so that all runs read the same snapshot.
    const start = this.database.ts;
    const asked = [...this.#queries];
    const results = await Promise.all(asked.map(([, { watch }]) => watch.currentResult()));
    const ts = results.reduce((newest, result) => (result.ts > newest ? result.ts : newest), start);
    if (!results.every((result) => result.holdsAt(ts))) return null;
    const takeModifications = () => {
      const modifications = this.#removed.splice(0).map(queryRemoved);
      asked.forEach(([queryId, { watch, sent }], position) => {
        const result = results[position];
        const current = this.#queries.get(queryId);
        // Removed meanwhile, or subscribed again for another caller: the next view has it.
        if (!result || current?.watch !== watch) return;
        if (sent && result.isSameAs(sent)) return;
        this.#queries.set(queryId, { ...current, sent: result });
        modifications.push(queryModification(queryId, result.outcome.ok, result.tail));
      });
      return modifications;
    };
    return { ts, takeModifications };
  }

  #watch(call: Call, caller: Caller, journal: string | null): Watch {
    return this.liveQueries.watch({ ...call, caller, journal }, this.onInvalidated);
  }
}
