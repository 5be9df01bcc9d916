import { useEffect, useEffectEvent, useRef, type MouseEvent, type ReactNode } from "react";
import type { TableView } from "@/lib/tables/rowStore";
import type { TableRow } from "../columns";
import type { LiveTable } from "../liveTable";

/** The props of both presentations of rows: table and cards. */
export type RowsProps<Row extends TableRow> = {
  table: LiveTable<Row>;
  renderCard: (row: Row) => ReactNode;
  /** The scroll position at which the reader left this table, px; null: start at the top. */
  restoredPx: number | null;
  /** Called with the scroll position, px. */
  onScrolled: (px: number) => void;
};

/**
 * True if a click on a row or card should open it: a plain click, not on a control inside, that
 * selected no text. A link marked `data-row-link` counts as its row.
 */
export function isRowClick(event: MouseEvent): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  const target = event.target instanceof Element ? event.target : null;
  // React events bubble from dialogs that a cell rendered through a portal; these are outside the
  // row in the DOM.
  if (target === null || !event.currentTarget.contains(target)) return false;
  const control = target.closest("a, button, input, [role=checkbox], [role=menuitem]");
  if (control !== null && !control.hasAttribute("data-row-link")) return false;
  return window.getSelection()?.toString() === "" || control !== null;
}

/** Scrolls to the top when the rows of a view other than the first one arrive. */
export function useStartAtTop(view: TableView | null, scrollToTop: () => void): void {
  const last = useRef(view);
  const scroll = useEffectEvent(scrollToTop);
  useEffect(() => {
    if (last.current !== null && view !== null && last.current !== view) scroll();
    last.current = view;
  }, [view]);
}
