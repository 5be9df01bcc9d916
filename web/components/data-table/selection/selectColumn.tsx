import { useContext } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import type { Columns, TableRow } from "../columns";
import { useRovingTabIndex } from "../header/rovingTabIndex";
import {
  MatchCountContext,
  SELECT_ALL_LOADING,
  selectAllLabel,
  useSelectionTools,
} from "./selectionContext";

/** `columns` with a checkbox before them. */
export function withSelectColumn<Row extends TableRow>(
  columns: Columns<Row>,
  labelOf: (row: Row) => string,
): Columns<Row> {
  const select: Columns<Row>[number] = {
    id: "select",
    header: SelectAll,
    size: 44, // a checkbox can be hit in its whole cell, by a finger too
    enableSorting: false,
    enableResizing: false,
    cell: ({ row }) => <SelectRow rowId={row.id} label={labelOf(row.original)} />,
    meta: { isFixed: true },
  };
  return [select, ...columns];
}

function SelectAll() {
  const { ids, toggleAll } = useSelectionTools();
  const matchCount = useContext(MatchCountContext);
  const label = selectAllLabel(matchCount);
  const isAll = ids.size > 0 && label !== null && ids.size >= matchCount.count;
  const stop = useRovingTabIndex("select");
  return (
    <Checkbox
      {...stop}
      className="aria-disabled:opacity-50"
      aria-label={label ?? SELECT_ALL_LOADING}
      aria-disabled={label === null} // still a stop of the header, which "disabled" is not
      checked={isAll ? true : ids.size > 0 ? "indeterminate" : false}
      onCheckedChange={() => label !== null && toggleAll(!isAll)}
    />
  );
}

function SelectRow({ rowId, label }: { rowId: string; label: string }) {
  const { ids, toggle } = useSelectionTools();
  return (
    <Checkbox
      aria-label={`Select ${label}`}
      checked={ids.has(rowId)}
      // The whole cell can be hit; with the shift key, everything up to the last one ticked.
      className="after:absolute after:inset-0"
      onClick={(event) => toggle(rowId, event.shiftKey)}
    />
  );
}
