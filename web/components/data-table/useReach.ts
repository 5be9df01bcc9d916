import { useEffect, useState } from "react";

/** Matches on screen before a search waits to be scrolled: about two screenfuls. */
const ENOUGH_MATCHES = 50;
/**
 * Rows that a search loads by itself where the server does not search for it, and a filter to count
 * its values.
 */
const SEARCH_REACH = 2_000;
/**
 * Rows that the server looks through by itself for one search: 200 requests, each live from then
 * on.
 */
const SERVER_REACH = 200_000;
/** Rows that are loaded by themselves to be sorted by a column that is not the list's own order. */
const SORT_REACH = 5_000;

type ReachOptions = {
  /** Names the rows and their filters. Another view starts afresh. */
  view: string;
  isNarrowed: boolean;
  /** Sorted by a column: any row that is not loaded yet may belong at the top. */
  isSorted: boolean;
  /** Somebody looks at the values of a filter and how often each occurs. */
  isCounting: boolean;
  hasMore: boolean;
  onLoadMore: (isFar?: boolean) => void;
  loaded: number;
  found: number;
  /** Rows that the server has looked through, where it leaves out those that do not match. */
  looked: number | undefined;
};

/**
 * Loads more of a narrowed or sorted list by itself: a search until enough is found, a sort until
 * its reach. People may stop it, and send it on.
 */
export function useReach(options: ReachOptions) {
  const { view, isNarrowed, isSorted, hasMore, onLoadMore, loaded, found, looked } = options;
  const [progress, setProgress] = useState({ view, rounds: 1, isStopped: false });
  let current = progress;
  if (progress.view !== view) {
    current = { view, rounds: 1, isStopped: false };
    setProgress(current);
  }
  const { rounds, isStopped } = current;

  const isInReach =
    looked === undefined ? loaded < SEARCH_REACH * rounds : looked < SERVER_REACH * rounds;
  const isSearching = isNarrowed && found < ENOUGH_MATCHES * rounds && isInReach;
  const isWanting = isSorted
    ? loaded < SORT_REACH * rounds
    : isSearching || (options.isCounting && loaded < SEARCH_REACH * rounds);
  const isReaching = hasMore && isWanting && !isStopped;
  useEffect(() => {
    if (isReaching) onLoadMore(true);
  }, [isReaching, onLoadMore]);

  return {
    isReaching,
    /** Rows are missing that would belong among those on screen, or after them. */
    isShort: hasMore && (isNarrowed || isSorted),
    /**
     * Called when the last row comes near. Undefined for a sorted list, which grows anywhere, and
     * for a search that found little, whose end is always near: people ask for more of these.
     */
    onNearEnd:
      hasMore && !isSorted && !isStopped && (isInReach || !isNarrowed) ? onLoadMore : undefined,
    stop: () => setProgress({ ...current, isStopped: true }),
    goOn: () => setProgress({ view, rounds: isWanting ? rounds : rounds + 1, isStopped: false }),
  };
}
