/** Samples received in the week that begins with the day `first`. */
export type Week = {
  readonly first: number;
  readonly received: number;
  /** Null when nothing was received. */
  readonly medianMs: number | null;
};

/** Days from the first day of a week to its last. */
export const LAST_OF_WEEK = 6;
