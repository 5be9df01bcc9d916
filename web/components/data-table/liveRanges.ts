import type { UsePaginatedQueryResult } from "convex/react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { mergeRanges, type LoadedRange } from "@/lib/tables/mergeRanges";

export const FIRST_PAGE = 50;
/** The server resends a page when a row in it changes: larger pages cost more at each hand-over. */
const NEXT_PAGE = 100;

/** The page size for a list that loads on by itself to be sorted: the server's largest page. */
const FAR_PAGE = 200;

/**
 * Rows that the server looks through for one page of a narrowed list: convex/lib/tableQueries.ts.
 */
export const SCAN_PAGE = 1_000;

export type LiveRange<Row> = LoadedRange<Row> & {
  isLoaded: boolean;
  /** @param isFar more will follow at once: in large pages, they are here sooner */
  loadMore: (isFar?: boolean) => void;
  /** Rows asked for so far, with those that the server left out; the range may have fewer. */
  looked: number;
};

/**
 * One paginated query as a range to merge; the same object until something in it changes.
 *
 * @param pageSize rows to ask for each time more is loaded
 * @param firstSize what the query itself asked for
 */
export function useLiveRange<Row>(
  query: UsePaginatedQueryResult<Row>,
  { pageSize = NEXT_PAGE, firstSize = FIRST_PAGE } = {},
): LiveRange<Row> {
  const { results, status, loadMore } = query;
  const isFirst = status === "LoadingFirstPage";
  const [asked, setAsked] = useState(firstSize);
  if (isFirst && asked !== firstSize) setAsked(firstSize); // the query's arguments changed
  const loadNext = useCallback(
    (isFar = false) => {
      if (status !== "CanLoadMore") return;
      const size = isFar ? Math.max(pageSize, FAR_PAGE) : pageSize;
      setAsked((sum) => sum + size);
      loadMore(size);
    },
    [loadMore, pageSize, status],
  );

  // The server may leave out every row of a page (people who just left the team): go past it.
  const isBarren = status === "CanLoadMore" && results.length === 0;
  useEffect(() => {
    if (isBarren) loadMore(pageSize);
  }, [isBarren, loadMore, pageSize]);

  return useMemo(
    () => ({
      rows: results,
      isDone: status === "Exhausted",
      isLoaded: !isFirst,
      loadMore: loadNext,
      looked: isFirst ? 0 : asked,
    }),
    [results, status, isFirst, loadNext, asked],
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
    looked: ranges.reduce((sum, { looked }) => sum + looked, 0),
    loadMore: (isFar?: boolean) => unfinished.forEach((index) => ranges[index]?.loadMore(isFar)),
  };
}
