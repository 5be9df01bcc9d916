import type { LoadedRange } from "./mergeRanges";

/** Rows of the server that are kept current, loaded page after page: a part of a `LiveStore`. */
export interface LiveRange<Row> {
  /** The loaded rows. An unchanged row keeps its object identity. */
  readonly parts: readonly LoadedRange<Row>[];
  /** Number of rows loaded so far. */
  readonly fetched: number;
  /** False until the first rows have arrived. */
  readonly isReady: boolean;
  /** No row follows. */
  readonly isDone: boolean;
  /** Rows are being loaded. */
  readonly isLoading: boolean;
  /** The range is being reloaded; old rows stay until it reaches as far. */
  readonly isBehind: boolean;
  /** True while some rows may be older than others. */
  readonly isStale: boolean;
  /** True if rows have changed since the last call of `settle` or `rest`. */
  readonly hasChanged: boolean;
  /** The error with which the server refused rows; null if there is none. */
  readonly error: Error | null;

  /** Resets `hasChanged`. */
  settle(): void;

  /** Unsubscribes pages that changed since `settle`; their rows remain, and are stale. */
  rest(): void;

  /** Subscribes to resting pages again. */
  resume(): void;

  /** Loads the next page, unless one is being loaded or there is none. */
  loadMore(size: number): void;

  close(): void;
}
