import type { Status, StatusCounts } from "#domain/custody/statuses";

/** Sums the counts of `statuses`. */
export function sumOf(counts: StatusCounts, statuses: readonly Status[]): number {
  return statuses.reduce((total, status) => total + counts[status], 0);
}
