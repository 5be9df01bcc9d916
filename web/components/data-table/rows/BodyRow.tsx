import { createRow, flexRender, type Column, type Table } from "@tanstack/react-table";
import { memo, useEffect, useMemo, useRef, type MouseEvent } from "react";
import { isField } from "@/lib/keys/isTaken";
import { cn } from "@/lib/utils";
import { useRowChange } from "../changesContext";
import { useWaitingKey } from "../keys/keyContexts";
import type { TableRow } from "../columns";
import { useIsSelected } from "../selection/selectionContext";
import { isRowClick } from "./presentation";
import { pinAt, pinClasses, pinStyle } from "../pins";
import { moveWithinRow, NOTHING_TO_PRESS } from "./rowControls";

type BodyRowProps<Row extends TableRow> = {
  table: Table<Row>;
  /**
   * The visible columns. The array's identity changes only with its contents, because `memo`
   * compares it.
   */
  columns: readonly Column<Row>[];
  row: Row;
  isGone: boolean;
  index: number;
  heightPx: number;
  isCursor: boolean;
  /** This row is the Tab stop: the cursor's row, or the first visible one. */
  isStop: boolean;
  onCursor: (rowId: string) => void;
  onOpen: ((row: Row) => void) | undefined;
};

/** Re-renders only if its own props or context change, not with every loaded page. */
export const BodyRow = memo(Row) as typeof Row;

function Row<Data extends TableRow>(props: BodyRowProps<Data>) {
  const { table, columns, row, isGone, isCursor, isStop, onCursor, onOpen } = props;
  const change = useRowChange(row._id);
  const isSelected = useIsSelected(row._id);
  const waitingKey = useWaitingKey(row._id);
  const ref = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isElsewhere = ref.current?.contains(activeElement) === false;
    // A search moves the cursor to its first result while its field keeps the focus.
    if (isCursor && isElsewhere && !isField(activeElement)) {
      ref.current?.focus({ preventScroll: true });
    }
  }, [isCursor]);
  const cells = useMemo(() => {
    const all = createRow(table, row._id, row, 0, 0).getAllCells();
    return columns.flatMap((column) => all.find((cell) => cell.column.id === column.id) ?? []);
  }, [table, row, columns]);
  const open = (event: MouseEvent) => {
    if (onOpen === undefined || isGone || !isRowClick(event)) return;
    event.preventDefault();
    onCursor(row._id);
    onOpen(row);
  };
  return (
    <tr
      ref={ref}
      tabIndex={isStop ? 0 : -1}
      data-row={row._id}
      aria-rowindex={props.index + 2}
      aria-selected={isSelected || undefined}
      data-cursor={isCursor || undefined}
      onFocus={(event) => event.target === event.currentTarget && onCursor(row._id)}
      onKeyDown={moveWithinRow}
      onClick={open}
      className={cn(
        "group/row focus-visible:ring-0 focus-visible:ring-offset-0",
        onOpen && "cursor-pointer",
        isGone && ["[&>td>*]:opacity-40", NOTHING_TO_PRESS],
      )}
    >
      {cells.map((cell, at) => (
        <td
          key={cell.id}
          style={{ height: props.heightPx, ...pinStyle(pinAt(columns, at), cell.column.id) }}
          className={cn(
            "relative truncate border-b border-border/60 bg-card px-2.5 py-0 text-[13px] tabular-nums first:pl-3 group-hover/row:bg-accent",
            pinClasses(pinAt(columns, at)),
            isSelected && "bg-[color-mix(in_srgb,hsl(var(--primary))_8%,hsl(var(--card)))]",
            isCursor &&
              "border-y border-primary/60 bg-accent first:border-l-2 first:border-l-primary",
          )}
        >
          {change !== undefined && <Glow key={change} />}
          {flexRender(cell.column.columnDef.cell, cell.getContext())}
          {waitingKey !== undefined && at === cells.length - 1 && (
            <span
              role="status"
              className="absolute inset-0 flex items-center justify-end bg-accent px-3 font-medium"
            >
              {waitingKey}
            </span>
          )}
        </td>
      ))}
    </tr>
  );
}

/** A highlight over the cell that fades within two seconds; it does not block pointer events. */
function Glow() {
  return <span aria-hidden className="pointer-events-none absolute inset-0 animate-glow" />;
}
