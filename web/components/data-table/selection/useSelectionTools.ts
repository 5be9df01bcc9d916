import { useMemo, useRef, useState } from "react";
import type { TableRow } from "../columns";
import type { SelectionTools } from "./selectionContext";
import type { Selection } from "./useSelection";

/** `selection` as the checkboxes of the rows on show use it; null without a selection. */
export function useSelectionToolsOf<Row extends TableRow>(
  selection: Selection<Row> | undefined,
  shown: readonly Row[],
): SelectionTools | null {
  /** Where a range begins: the row toggled last. */
  const lastId = useRef<string | null>(null);
  const [isSelecting, setSelecting] = useState(false);
  return useMemo(() => {
    if (selection === undefined) return null;
    const { ids, set, labelOf } = selection;
    const toggle = (rowId: string, isRange: boolean) => {
      const to = shown.findIndex(({ _id }) => _id === rowId);
      const from = isRange ? shown.findIndex(({ _id }) => _id === lastId.current) : to;
      lastId.current = rowId;
      if (to < 0) return;
      const start = from < 0 ? to : Math.min(from, to);
      set(shown.slice(start, Math.max(from, to) + 1), !ids.has(rowId));
    };
    return {
      ids,
      shownIds: shown.map(({ _id }) => _id),
      toggle,
      toggleAll: (isSelected: boolean) => set(shown, isSelected),
      labelOf: (rowId: string) => {
        const row = shown.find(({ _id }) => _id === rowId);
        return row === undefined ? "" : labelOf(row);
      },
      isSelecting: isSelecting || ids.size > 0,
      setSelecting: (next: boolean) => {
        setSelecting(next);
        if (!next) selection.clear();
      },
    };
  }, [selection, shown, isSelecting]);
}
