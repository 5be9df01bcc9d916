import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { TableRow } from "../columns";
import type { LiveTable } from "../liveTable";

/** Rows rendered beyond each end of the visible range. */
export const OVERSCAN = 8;

type Scrolled = Virtualizer<Window, Element> | Virtualizer<HTMLElement, Element>;

/**
 * Synchronizes a virtualizer with the rows on screen: fetches rows that become visible, and scrolls
 * to the cursor's row.
 *
 * @param restoredPx position to scroll to once enough rows have loaded; null: stay at the top
 */
export function useVisibleRows<Row extends TableRow>(
  { rows, cursor, shown }: LiveTable<Row>,
  virtualizer: Scrolled,
  restoredPx: number | null,
) {
  const items = virtualizer.getVirtualItems();
  const from = items[0]?.index ?? 0;
  const before = (items.at(-1)?.index ?? -1) + 1;
  useEffect(() => {
    if (before > from) rows.see(from, before);
  }, [rows, from, before]);

  const isRestored = useRef(restoredPx === null);
  // Before the effect that restores the position, which shows the cursor's row as it was left.
  useLayoutEffect(() => {
    if (cursor.index >= 0 && isRestored.current) virtualizer.scrollToIndex(cursor.index);
  }, [cursor.index, virtualizer]);

  const heightPx = virtualizer.getTotalSize();
  // On every render: the virtualizer gets its element some time after the first one.
  useLayoutEffect(() => {
    if (isRestored.current || restoredPx === null || !shown.isReady) return;
    if (virtualizer.scrollElement === null) return;
    virtualizer.scrollToOffset(restoredPx);
    isRestored.current = heightPx > restoredPx;
  });

  return {
    items,
    abovePx: (items[0]?.start ?? 0) - virtualizer.options.scrollMargin,
    belowPx: heightPx - ((items.at(-1)?.end ?? 0) - virtualizer.options.scrollMargin),
  };
}
