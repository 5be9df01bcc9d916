/** Samples received in the week that starts on the day `first`. */
export type Week = {
  readonly first: number;
  readonly received: number;
  /** Null if no sample was received. */
  readonly medianMs: number | null;
};

/** Offset from the first day of a week to its last. */
export const LAST_OF_WEEK = 6;
