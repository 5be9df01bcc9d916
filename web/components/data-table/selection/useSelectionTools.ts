import { useEffect, useMemo, useRef } from "react";
import type { TableRow } from "../columns";
import type { SelectionTools } from "./selectionContext";
import type { Selection } from "./useSelection";

/** `selection` as the checkboxes of the rows on show use it; null without a selection. */
export function useSelectionToolsOf<Row extends TableRow>(
  selection: Selection<Row> | undefined,
  shown: readonly Row[],
): SelectionTools | null {
  /** The row toggled last: a range begins there. */
  const lastId = useRef<string | null>(null);
  // A ref, so that rows which are loaded do not make every row draw again.
  const shownNow = useRef(shown);
  useEffect(() => {
    shownNow.current = shown;
  }, [shown]);
  const { ids, set, clear } = selection ?? {};
  return useMemo(() => {
    if (ids === undefined || set === undefined || clear === undefined) return null;
    const toggle = (rowId: string, isRange: boolean) => {
      const rows = shownNow.current;
      const to = rows.findIndex(({ _id }) => _id === rowId);
      const from = isRange ? rows.findIndex(({ _id }) => _id === lastId.current) : to;
      lastId.current = rowId;
      if (to < 0) return;
      const start = from < 0 ? to : Math.min(from, to);
      set(rows.slice(start, Math.max(from, to) + 1), !ids.has(rowId));
    };
    const toggleAll = (isSelected: boolean) => set(shownNow.current, isSelected);
    return { ids, toggle, toggleAll, clear };
  }, [ids, set, clear]);
}
