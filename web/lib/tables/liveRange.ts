import type { LoadedRange } from "./mergeRanges";

/** Rows of the server that are kept up to date, loaded page after page: a part of a `LiveStore`. */
export interface LiveRange<Row> {
  /** The rows that are here. One that did not change is the same object as before. */
  readonly parts: readonly LoadedRange<Row>[];
  /** The number of rows that have been loaded so far. */
  readonly fetched: number;
  /** False until the first rows have come. */
  readonly isReady: boolean;
  /** No row follows. */
  readonly isDone: boolean;
  /** Rows are on their way. */
  readonly isLoading: boolean;
  /** It is being loaded anew, and the rows of before stand until it reaches as far. */
  readonly isBehind: boolean;
  /** True while some rows may be older than the others. */
  readonly isStale: boolean;
  /** True if rows have changed since the last call of `settle` or `rest`. */
  readonly hasChanged: boolean;
  /** The error with which the server refused rows; null: it refused none. */
  readonly error: Error | null;

  /** Forgets that rows have changed. */
  settle(): void;

  /** Stops watching what has changed since `settle`; its rows stay as they are, and are stale. */
  rest(): void;

  /** Watches what rests again. */
  resume(): void;

  /** Loads the next page, unless one is on its way or there is none. */
  loadMore(size: number): void;

  close(): void;
}
