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

/** Prepends a checkbox column to `columns`. */
export function withSelectColumn<Row extends TableRow>(
  columns: Columns<Row>,
  labelOf: (row: Row) => string,
): Columns<Row> {
  const select: Columns<Row>[number] = {
    id: "select",
    header: SelectAll,
    size: 44, // the whole cell is the checkbox's hit area, also for a finger
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
      aria-disabled={label === null} // remains a stop of the header, unlike with "disabled"
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
      // The whole cell is the hit area; Shift selects the range from the last toggled row.
      className="after:absolute after:inset-0"
      onClick={(event) => toggle(rowId, event.shiftKey)}
    />
  );
}
