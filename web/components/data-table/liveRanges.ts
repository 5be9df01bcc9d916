import type { UsePaginatedQueryResult } from "convex/react";
import { useCallback, useEffect, useMemo } from "react";
import { mergeRanges, type LoadedRange } from "./mergeRanges";

export const FIRST_PAGE = 50;
/** The server resends a page when a row in it changes: larger pages cost more at each hand-over. */
const NEXT_PAGE = 100;

export type LiveRange<Row> = LoadedRange<Row> & { isLoaded: boolean; loadMore: () => void };

/** One paginated query as a range to merge; the same object until something in it changes. */
export function useLiveRange<Row>(query: UsePaginatedQueryResult<Row>): LiveRange<Row> {
  const { results, status, loadMore } = query;
  const loadNext = useCallback(() => loadMore(NEXT_PAGE), [loadMore]);

  // The server may leave out every row of a page (people who just left the team): go past it.
  const isBarren = status === "CanLoadMore" && results.length === 0;
  useEffect(() => {
    if (isBarren) loadNext();
  }, [isBarren, loadNext]);

  return useMemo(
    () => ({
      rows: results,
      isDone: status === "Exhausted",
      isLoaded: status !== "LoadingFirstPage",
      loadMore: loadNext,
    }),
    [results, status, loadNext],
  );
}

/** Several live ranges as one list; see `mergeRanges`. `loadMore` loads what holds the list up. */
export function mergeLiveRanges<Row extends { _id: string }>(
  ranges: readonly LiveRange<Row>[],
  compare: (one: Row, other: Row) => number,
) {
  const { rows, unfinished } = mergeRanges(ranges, compare);
  return {
    rows,
    isLoaded: ranges.every(({ isLoaded }) => isLoaded),
    isDone: unfinished.length === 0,
    loadMore: () => unfinished.forEach((index) => ranges[index]?.loadMore()),
  };
}
