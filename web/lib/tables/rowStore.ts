import type { Bound, TableQuery } from "#domain/tables/tableFilters";
import type { ValueCount } from "../columns/dictionaryColumn";
import type { Sort } from "../columns/matches";

export type StoreRow = { readonly _id: string; readonly _creationTime: number };

/** A selection of a store's rows, and their order. */
export type TableView = {
  /**
   * Conditions that bound the list: which list and which part of it. A filter's values are counted
   * among the rows that satisfy them.
   */
  readonly base: readonly Bound[];
  /** The reader's search and filters. */
  readonly query: TableQuery;
  readonly sort: Sort;
};

export type StoreState = {
  /** Counts the changes of the rows: an answer with another version describes other rows. */
  readonly version: number;
  /** Number of loaded rows. */
  readonly loaded: number;
  /** Number of rows that the server has tested, if it returns only matching ones. */
  readonly looked?: number;
  /** Total number of rows as counted by the server; null if unknown. */
  readonly expected: number | null;
  /** The server returns rows in the order of the reader's sort, which thus covers all of them. */
  readonly isSortedByServer?: boolean;
  /** More rows are being loaded automatically. */
  readonly isLoading: boolean;
  /** The first rows have arrived; from then on a view without rows is empty. */
  readonly isReady: boolean;
  /**
   * Every row that the reader may see is loaded: totals, counts and sorts are exact. If neither
   * this nor `isLoading` is true, the store has stopped at its limit, and `loadMore` continues.
   */
  readonly isComplete: boolean;
  /** The server's refusal, for the route's error screen; null otherwise. */
  readonly error: Error | null;
};

/** The state of a store that has not been opened. */
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

/** A row that arrived (no `before`), changed, or left (no `after`) while the list was open. */
export type RowChange<Row> = { readonly before?: Row; readonly after?: Row };

/**
 * The rows of one list that its reader may see, kept current, and answers about them: exact over
 * all loaded rows (`StoreState.loaded`), whether they are on the page or in a worker.
 *
 * ```ts
 * const view = { base, query: { search: "apple 518", conditions: [] }, sort: null };
 * const { total, rows } = await store.window(view, 0, 100, signal);
 * await store.valueCounts(view, "brand"); // [{ value: "Apple", count: 42 }]
 * ```
 *
 * Listeners of `subscribe` are called for every new state; rows are kept current while there is a
 * listener. An unchanged row keeps its object identity between answers.
 *
 * `signal` withdraws a question whose answer is no longer needed: its promise rejects with an
 * `AbortError`, and a worker skips it.
 */
export interface RowStore<Row extends StoreRow> {
  subscribe(listener: () => void): () => void;

  /** Returns the same object until its contents change. */
  getState(): StoreState;

  /**
   * Returns the rows of `view` from index `from` (inclusive) to `before` (exclusive), and their
   * total.
   */
  window(
    view: TableView,
    from: number,
    before: number,
    signal?: AbortSignal,
  ): Promise<RowWindow<Row>>;

  /** Returns the ids of all rows of `view`, in order. */
  ids(view: TableView, signal?: AbortSignal): Promise<Answer<{ readonly ids: readonly string[] }>>;

  /**
   * Returns the distinct values of `field` with their number of rows, applying the search and the
   * conditions on other fields: in locale order, the empty value first.
   */
  valueCounts(
    view: TableView,
    field: string,
    signal?: AbortSignal,
  ): Promise<Answer<{ readonly values: readonly ValueCount[] }>>;

  /** Returns the index of a row in `view`; null if it is not in it. */
  positionOf(
    view: TableView,
    id: string,
    signal?: AbortSignal,
  ): Promise<Answer<{ readonly position: number | null }>>;

  /** Returns the loaded rows among these ids, in the order of `ids`. */
  rowsOf(
    ids: readonly string[],
    signal?: AbortSignal,
  ): Promise<Answer<{ readonly rows: readonly Row[] }>>;

  /**
   * Calls `listener` with changes, after the state that includes them. Rows that were merely loaded
   * are not changes.
   */
  onChanges(listener: (changes: readonly RowChange<Row>[]) => void): () => void;

  /**
   * Continues beyond the limit at which the store stopped loading automatically.
   *
   * @param rows minimum number of further rows, in stores that load automatically; default: a page;
   *   `Infinity` for all
   */
  loadMore(rows?: number): void;
}
