import { useContext } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import type { Columns, TableRow } from "../columns";
import { ShownIdsContext, useSelectionTools } from "./selectionContext";

const SELECT_COLUMN = "select";
const WIDTH_PX = 40;

/** `columns` with a checkbox before them; what sticks to the left edge moves aside for it. */
export function withSelectColumn<Row extends TableRow>(
  columns: Columns<Row>,
  labelOf: (row: Row) => string,
): Columns<Row> {
  const moved = columns.map((column): Columns<Row>[number] => {
    const stick = column.meta?.stick;
    if (stick?.leftPx === undefined) return column;
    const aside = { ...stick, leftPx: stick.leftPx + WIDTH_PX };
    return { ...column, meta: { ...column.meta, stick: aside } };
  });
  const select: Columns<Row>[number] = {
    id: SELECT_COLUMN,
    header: SelectAll,
    size: WIDTH_PX,
    enableSorting: false,
    cell: ({ row }) => <SelectRow rowId={row.id} label={labelOf(row.original)} />,
    meta: { stick: { leftPx: 0 }, isFixed: true },
  };
  return [select, ...moved];
}

function SelectAll() {
  const { ids, toggleAll } = useSelectionTools();
  const shownIds = useContext(ShownIdsContext);
  const selected = shownIds.filter((id) => ids.has(id)).length;
  const isAll = selected > 0 && selected === shownIds.length;
  return (
    <Checkbox
      aria-label="Select all shown"
      checked={isAll ? true : selected > 0 ? "indeterminate" : false}
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
