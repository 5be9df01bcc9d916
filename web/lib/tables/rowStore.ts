import type { Bound, TableQuery } from "#domain/tables/tableFilters";
import type { ValueCount } from "../columns/dictionaryColumn";
import type { Sort } from "../columns/matches";

export type StoreRow = { readonly _id: string; readonly _creationTime: number };

/** Rows of a store, and their order. */
export type TableView = {
  /**
   * Conditions that bound what is looked at: the list and the part of it. Values of filters are
   * counted among the rows that satisfy them.
   */
  readonly base: readonly Bound[];
  /** The reader's search and filters. */
  readonly query: TableQuery;
  readonly sort: Sort;
};

export type StoreState = {
  /**
   * Counts the changes of the rows: an answer of another version describes rows that are no longer
   * these.
   */
  readonly version: number;
  /** Rows that are here. */
  readonly loaded: number;
  /** Rows that the server has looked through, where it leaves out those that do not match. */
  readonly looked?: number;
  /** Rows that there are, as far as the server has counted them; null when it has not. */
  readonly expected: number | null;
  /** The rows come in the order of the reader's sort, which thus covers all of them. */
  readonly isSortedByServer?: boolean;
  /** More rows are on their way, by themselves. */
  readonly isLoading: boolean;
  /** The first rows have come; a view without rows is empty from then on. */
  readonly isReady: boolean;
  /**
   * Every row that the reader may see is here: totals, counts and sorts are exact. If neither this
   * nor `isLoading`, the store has stopped at its reach, and `loadMore` goes on.
   */
  readonly isComplete: boolean;
  /** A refusal of the server, for the route's error screen; null otherwise. */
  readonly error: Error | null;
};

/** The state of a store before it has asked for anything. */
export const UNOPENED: StoreState = {
  version: 0,
  loaded: 0,
  expected: null,
  isLoading: true,
  isReady: false,
  isComplete: false,
  error: null,
};

/** An answer, and the version of the rows that it describes. */
export type Answer<Value> = { readonly version: number } & Value;

export type RowWindow<Row> = Answer<{ readonly total: number; readonly rows: readonly Row[] }>;

/** A row that arrived (no `before`), changed, or left (no `after`) while people looked. */
export type RowChange<Row> = { readonly before?: Row; readonly after?: Row };

/**
 * The rows of one list that its reader may see, kept up to date, and answers about them: exact over
 * all rows that are here (`StoreState.loaded`), whether they are on the page or in a worker.
 *
 * ```ts
 * const view = { base, query: { search: "apple 518", conditions: [] }, sort: null };
 * const { total, rows } = await store.window(view, 0, 100, signal);
 * await store.valueCounts(view, "brand"); // [{ value: "Apple", count: 42 }]
 * ```
 *
 * A listener of `subscribe` hears of every new state; rows are kept up to date as long as there is
 * one. A row that did not change is the same object from answer to answer.
 *
 * `signal` withdraws a question that nobody waits for any more: its promise rejects with an
 * `AbortError`, and a worker does not begin with it.
 */
export interface RowStore<Row extends StoreRow> {
  subscribe(listener: () => void): () => void;

  /** Returns the same object until something in it changes. */
  getState(): StoreState;

  /** Returns rows `from` (included) to `before` (not included) of `view`, and how many it has. */
  window(
    view: TableView,
    from: number,
    before: number,
    signal?: AbortSignal,
  ): Promise<RowWindow<Row>>;

  /** Returns the ids of all rows of `view`, in its order. */
  ids(view: TableView, signal?: AbortSignal): Promise<Answer<{ readonly ids: readonly string[] }>>;

  /**
   * Returns the distinct values of `field` and how many rows have each, heeding the search and the
   * other fields' conditions: in the order of people, the empty one first.
   */
  valueCounts(
    view: TableView,
    field: string,
    signal?: AbortSignal,
  ): Promise<Answer<{ readonly values: readonly ValueCount[] }>>;

  /** Returns at which index of `view` the row of `id` stands; null when it is not in it. */
  positionOf(
    view: TableView,
    id: string,
    signal?: AbortSignal,
  ): Promise<Answer<{ readonly position: number | null }>>;

  /** Returns the rows of these ids that are here, in the order of `ids`. */
  rowsOf(
    ids: readonly string[],
    signal?: AbortSignal,
  ): Promise<Answer<{ readonly rows: readonly Row[] }>>;

  /**
   * Tells `listener` what changed, after the state that has it. Rows that were merely loaded are no
   * change.
   */
  onChanges(listener: (changes: readonly RowChange<Row>[]) => void): () => void;

  /**
   * Goes on beyond the reach at which the store stopped loading by itself.
   *
   * @param rows how many more at least, where the store loads rows by itself; a page when left out,
   *   `Infinity` for all of them
   */
  loadMore(rows?: number): void;
}
