import { flexRender, type Row as TanStackRow, type Table } from "@tanstack/react-table";
import { useEffect, useRef, type ReactNode } from "react";
import { cn } from "@/lib/utils";
import { useRowChange } from "./changesContext";
import type { TableRow } from "./columns";
import { HeaderCell } from "./HeaderCell";
import { DENSITIES, useDensity } from "./preferences";
import type { RowsProps } from "./rowsProps";
import { useIsSelected } from "./selection/selectionContext";
import { stickyEdge, stickyStyle } from "./sticky";
import { useVisibleRows } from "./useVisibleRows";

/** h-9 of HeaderCell */
const HEADING_PX = 36;

/** The rows as a table; only those in sight are in the page. */
export function TableRows<Row extends TableRow>({
  table,
  rows,
  scroller,
  onNearEnd,
  cursorId,
  onCursor,
}: RowsProps<Row>) {
  const rowHeightPx = DENSITIES[useDensity()];
  const { items, abovePx, belowPx } = useVisibleRows({
    count: rows.length,
    rowHeightPx,
    scroller,
    onNearEnd,
    cursorIndex: rows.findIndex(({ row }) => row.id === cursorId),
    coveredPx: HEADING_PX,
  });
  return (
    <TableFrame table={table} rowCount={rows.length}>
      <Spacer heightPx={abovePx} />
      {items.map(({ index }) => {
        const shown = rows[index];
        return (
          shown && (
            <BodyRow
              key={shown.row.id}
              row={shown.row}
              isGone={shown.isGone}
              index={index}
              heightPx={rowHeightPx}
              isCursor={shown.row.id === cursorId}
              onCursor={onCursor}
            />
          )
        );
      })}
      <Spacer heightPx={belowPx} />
    </TableFrame>
  );
}

/** The table with its headings. Columns share spare width in proportion to their sizes. */
export function TableFrame<Row extends TableRow>({
  table,
  rowCount,
  children,
}: {
  table: Table<Row>;
  rowCount?: number;
  children: ReactNode;
}) {
  return (
    <table
      // Heading included; the rows say which of them they are.
      aria-rowcount={rowCount === undefined ? undefined : rowCount + 1}
      style={{ minWidth: table.getTotalSize() }}
      className="w-full table-fixed border-separate border-spacing-0"
    >
      <colgroup>
        {table.getVisibleLeafColumns().map((column) => (
          <col key={column.id} style={{ width: column.getSize() }} />
        ))}
      </colgroup>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} aria-rowindex={1}>
            {group.headers.map((header) => (
              <HeaderCell key={header.id} header={header} />
            ))}
          </tr>
        ))}
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

function BodyRow<Row extends TableRow>({
  row,
  isGone,
  index,
  heightPx,
  isCursor,
  onCursor,
}: {
  row: TanStackRow<Row>;
  isGone: boolean;
  index: number;
  heightPx: number;
  isCursor: boolean;
  onCursor: (rowId: string) => void;
}) {
  const change = useRowChange(row.id);
  const isSelected = useIsSelected(row.id);
  const ref = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isCursor) ref.current?.focus({ preventScroll: true });
  }, [isCursor]);
  return (
    <tr
      ref={ref}
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={isSelected || undefined}
      data-cursor={isCursor || undefined}
      onFocus={(event) => event.target === event.currentTarget && onCursor(row.id)}
      className={cn(
        "group/row focus-visible:ring-0 focus-visible:ring-offset-0",
        isGone && "[&>td>*]:opacity-40 [&_a]:pointer-events-none",
      )}
    >
      {row.getVisibleCells().map((cell) => {
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

function Spacer({ heightPx }: { heightPx: number }) {
  return heightPx > 0 ? <tr aria-hidden style={{ height: heightPx }} /> : null;
}
