import { useContext } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import type { Columns, TableRow } from "../columns";
import { useRovingTabIndex } from "../header/rovingTabIndex";
import { MatchCountContext, useSelectionTools } from "./selectionContext";

/** `columns` with a checkbox before them. */
export function withSelectColumn<Row extends TableRow>(
  columns: Columns<Row>,
  labelOf: (row: Row) => string,
): Columns<Row> {
  const select: Columns<Row>[number] = {
    id: "select",
    header: SelectAll,
    size: 40,
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
  const isAll = ids.size > 0 && ids.size >= matchCount;
  const stop = useRovingTabIndex("select");
  return (
    <Checkbox
      {...stop}
      aria-label={`Select all ${matchCount.toLocaleString("en-US")}`}
      checked={isAll ? true : ids.size > 0 ? "indeterminate" : false}
      onCheckedChange={() => toggleAll(!isAll)}
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
