import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect } from "react";

/** So many rows before the end the next page is asked for: about a screenful. */
const NEAR_END_ROWS = 20;

type VisibleRowsOptions = {
  count: number;
  rowHeightPx: number;
  /** The scrolling element; null until it is in the page. */
  scroller: HTMLElement | null;
  onNearEnd: (() => void) | undefined;
  /** The row to keep in sight when keys move the cursor; -1: none. */
  cursorIndex: number;
  /** Height of what covers the top of the scroller, px: a sticky heading. */
  coveredPx: number;
};

/** The rows in sight of a long list, and the height of what is above and below them, px. */
export function useVisibleRows(options: VisibleRowsOptions) {
  const { count, rowHeightPx, scroller, onNearEnd, cursorIndex, coveredPx } = options;
  // TanStack Virtual keeps state outside React; nothing here is memoised by its return value.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeightPx,
    overscan: 10,
    scrollPaddingStart: coveredPx,
  });
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  const isNearEnd = onNearEnd !== undefined && last >= count - NEAR_END_ROWS;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);
  useEffect(() => {
    if (cursorIndex >= 0) virtualizer.scrollToIndex(cursorIndex);
  }, [cursorIndex, virtualizer]);
  return {
    items,
    abovePx: items[0]?.start ?? 0,
    belowPx: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtualizer.measureElement,
  };
}
