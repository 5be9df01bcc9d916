import { createRow, flexRender, type Column, type Table } from "@tanstack/react-table";
import { memo, useEffect, useMemo, useRef } from "react";
import { cn } from "@/lib/utils";
import { useRowChange } from "./changesContext";
import type { TableRow } from "./columns";
import { useIsSelected } from "./selection/selectionContext";
import { stickyEdge, stickyStyle } from "./sticky";

type BodyRowProps<Row extends TableRow> = {
  table: Table<Row>;
  /**
   * The columns on show. The array is a new one when they change, and only then: `memo` compares
   * it.
   */
  columns: readonly Column<Row>[];
  row: Row;
  isGone: boolean;
  index: number;
  heightPx: number;
  isCursor: boolean;
  onCursor: (rowId: string) => void;
};

/** Draws again only when something of its own changed, not at every page that is loaded. */
export const BodyRow = memo(Row) as typeof Row;

function Row<Data extends TableRow>({
  table,
  columns,
  row,
  isGone,
  index,
  heightPx,
  isCursor,
  onCursor,
}: BodyRowProps<Data>) {
  const change = useRowChange(row._id);
  const isSelected = useIsSelected(row._id);
  const ref = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isCursor) ref.current?.focus({ preventScroll: true });
  }, [isCursor]);
  const cells = useMemo(() => createRow(table, row._id, row, 0, 0).getAllCells(), [table, row]);
  return (
    <tr
      ref={ref}
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={isSelected || undefined}
      data-cursor={isCursor || undefined}
      onFocus={(event) => event.target === event.currentTarget && onCursor(row._id)}
      className={cn(
        "group/row focus-visible:ring-0 focus-visible:ring-offset-0",
        isGone && "[&>td>*]:opacity-40 [&_a]:pointer-events-none",
      )}
    >
      {cells
        .filter(({ column }) => columns.includes(column))
        .map((cell) => {
          const stick = cell.column.columnDef.meta?.stick;
          return (
            <td
              key={cell.id}
              style={{ ...stickyStyle(stick), height: heightPx }}
              className={cn(
                "relative truncate border-b border-border/60 bg-card px-2.5 py-0 text-[13px] tabular-nums first:pl-4 group-hover/row:bg-accent",
                isSelected && "bg-[color-mix(in_srgb,hsl(var(--primary))_8%,hsl(var(--card)))]",
                isCursor &&
                  "border-y border-primary/60 bg-accent first:border-l-2 first:border-l-primary",
                stick && "z-[1]",
                stickyEdge(stick),
              )}
            >
              {change !== undefined && <Glow key={change} />}
              {flexRender(cell.column.columnDef.cell, cell.getContext())}
            </td>
          );
        })}
    </tr>
  );
}

/** A wash over the cell that fades within two seconds; it covers nothing that can be pressed. */
function Glow() {
  return <span aria-hidden className="pointer-events-none absolute inset-0 animate-glow" />;
}
