import type { Database } from "../commit/database";
import type { Caller, JSONObject } from "../functions/types";
import type { LiveQueries, Watch } from "./liveQueries";
import { ProtocolError, queryModification, queryRemoved, type QuerySetChange } from "./protocol";
import type { QueryResult } from "./queryResult";

/** A client subscribes per mounted component; more than this is a bug or an attack. */
const MAX_QUERIES = 4_096;

export interface Call {
  readonly path: string;
  readonly args: JSONObject;
}

interface SubscribedQuery {
  readonly call: Call;
  readonly watch: Watch;
  /** What the client has; null before its first result. */
  readonly sent: QueryResult | null;
}

/** What is true of all of a socket's queries at one timestamp. */
export interface ConsistentView {
  readonly ts: bigint;
  /** What the client does not know yet, and from now on counts as told. */
  takeModifications(): string[];
}

/** The queries of one socket, and what its client knows of them. */
export class QuerySet {
  readonly #queries = new Map<number, SubscribedQuery>();
  #removed: number[] = [];

  constructor(
    readonly database: Database,
    readonly liveQueries: LiveQueries,
    /** Called inside commits: only take note. */
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

  /** Everything is asked on behalf of `caller` from now on; what never asked who called is kept. */
  changeCaller(caller: Caller): void {
    for (const [queryId, { call, watch, sent }] of this.#queries) {
      const next = this.#watch(call, caller, sent?.journal ?? null);
      watch.release(); // after the new one holds on: a shared result survives
      this.#queries.set(queryId, { call, watch: next, sent });
    }
  }

  releaseAll(): void {
    for (const { watch } of this.#queries.values()) watch.release();
    this.#queries.clear();
  }

  /**
   * Runs what is out of date and shows all queries at one timestamp, the newest when it was called.
   * @returns null, rarely, when a commit in between leaves no such timestamp: ask again
   */
  async view(): Promise<ConsistentView | null> {
    // All in one turn of the event loop: every query that needs a run reads the same snapshot.
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
        // Removed meanwhile, or asked anew on behalf of somebody else: the next view tells.
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
