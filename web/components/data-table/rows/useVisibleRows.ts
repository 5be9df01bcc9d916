import type { Virtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef } from "react";
import type { TableRow } from "../columns";
import type { LiveTable } from "../liveTable";

/** Rows drawn beyond each end of what is in sight. */
export const OVERSCAN = 8;

type Scrolled = Virtualizer<Window, Element> | Virtualizer<HTMLElement, Element>;

/**
 * Keeps a virtualizer and the rows on show in step: fetches what comes into sight, and brings the
 * cursor's row there.
 *
 * @param restoredPx scrolls there once so many rows have come; null: stays at the top
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
  const heightPx = virtualizer.getTotalSize();
  // At each drawing: the virtualizer has its element some time after the first one.
  useLayoutEffect(() => {
    if (isRestored.current || restoredPx === null || !shown.isReady) return;
    if (virtualizer.scrollElement === null) return;
    virtualizer.scrollToOffset(restoredPx);
    isRestored.current = heightPx > restoredPx;
  });

  useEffect(() => {
    if (cursor.index >= 0 && isRestored.current) virtualizer.scrollToIndex(cursor.index);
  }, [cursor.index, virtualizer]);
  return {
    items,
    abovePx: (items[0]?.start ?? 0) - virtualizer.options.scrollMargin,
    belowPx: heightPx - ((items.at(-1)?.end ?? 0) - virtualizer.options.scrollMargin),
  };
}
