import type { Bound, TableQuery } from "#domain/tables/tableFilters";
import type { ValueCount } from "../columns/dictionaryColumn";
import type { Sort } from "../columns/matches";
import type { MapAnswer, MapArea, PlacesAnswer } from "../map/mapAnswers";

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

/** The questions that every store answers: what each takes, and its answer. */
type RowQuestions<Row> = {
  /** The rows of `view` from index `from` (inclusive) to `before` (exclusive), and their total. */
  window: [
    { readonly view: TableView; readonly from: number; readonly before: number },
    { readonly total: number; readonly rows: readonly Row[] },
  ];
  /** The ids of all rows of `view`, in order. */
  ids: [{ readonly view: TableView }, { readonly ids: readonly string[] }];
  /**
   * The distinct values of `field` with their number of rows, applying the search and the
   * conditions on other fields: in locale order, the empty value first.
   */
  valueCounts: [
    { readonly view: TableView; readonly field: string },
    { readonly values: readonly ValueCount[] },
  ];
  /** The index of a row in `view`; null if it is not in it. */
  positionOf: [
    { readonly view: TableView; readonly id: string },
    { readonly position: number | null },
  ];
  /** The loaded rows among these ids, in the order of `ids`. */
  rowsOf: [{ readonly ids: readonly string[] }, { readonly rows: readonly Row[] }];
};

/** The questions of a map, which only stores of samples answer. */
type MapQuestions = {
  /** The marks of the view's samples on a map of `area`. */
  mapped: [{ readonly view: TableView; readonly area: MapArea }, MapAnswer];
  /**
   * The places of the view's samples, those with the most samples first: from index `from`
   * (inclusive) to `before` (exclusive).
   */
  places: [
    { readonly view: TableView; readonly from: number; readonly before: number },
    PlacesAnswer,
  ];
};

export type RowKind = keyof RowQuestions<unknown>;
export type QuestionKind = RowKind | keyof MapQuestions;
type Questions<Row> = RowQuestions<Row> & MapQuestions;

export type Question<Kind extends QuestionKind = QuestionKind> = {
  [Each in Kind]: { readonly kind: Each } & Questions<never>[Each][0];
}[Kind];

/** The answer to a question of `Kind`. */
export type AnswerTo<Row, Kind extends QuestionKind> = Questions<Row>[Kind][1];

/** An answer, and the version of the rows that it describes. */
export type Answer<Row, Kind extends QuestionKind> = {
  readonly version: number;
} & AnswerTo<Row, Kind>;

/** Answers each kind of question about the rows of `version`. */
export type Answers<Row, Kinds extends QuestionKind> = {
  readonly [Kind in Kinds]: (question: Question<Kind>) => AnswerTo<Row, Kind>;
};

/** Replaces the rows of an answer that has rows. */
export function withRows<Row, Kind extends QuestionKind>(
  answer: AnswerTo<Row, Kind>,
  replace: (rows: readonly Row[]) => readonly Row[],
): AnswerTo<Row, Kind> {
  return "rows" in answer ? { ...answer, rows: replace(answer.rows) } : answer;
}

/** A row that arrived (no `before`), changed, or left (no `after`) while the list was open. */
export type RowChange<Row> = { readonly before?: Row; readonly after?: Row };

/**
 * The rows of one list that its reader may see, kept current, and answers about them: exact over
 * all loaded rows (`StoreState.loaded`), whether they are on the page or in a worker.
 *
 * ```ts
 * const view = { base, query: { search: "apple 518", conditions: [] }, sort: null };
 * await store.ask({ kind: "window", view, from: 0, before: 100 }, signal); // { total, rows }
 * await store.ask({ kind: "valueCounts", view, field: "brand" }); // [{ value: "Apple", … }]
 * ```
 *
 * Listeners of `subscribe` are called for every new state; rows are kept current while there is a
 * listener. An unchanged row keeps its object identity between answers.
 */
export interface RowStore<Row extends StoreRow, Kinds extends QuestionKind = RowKind> {
  subscribe(listener: () => void): () => void;

  /** Returns the same object until its contents change. */
  getState(): StoreState;

  /**
   * Answers a question.
   *
   * @param signal withdraws a question whose answer is no longer needed: its promise rejects with
   *   an `AbortError`, and a worker skips it
   */
  ask<Kind extends Kinds>(
    question: Question<Kind>,
    signal?: AbortSignal,
  ): Promise<Answer<Row, Kind>>;

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

/** A store of samples that also answers what a map of them shows, consistent with its rows. */
export type MapStore<Row extends StoreRow> = RowStore<Row, QuestionKind>;
