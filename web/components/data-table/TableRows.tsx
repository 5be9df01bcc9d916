import { flexRender, type Row as TanStackRow, type Table } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { cn } from "@/lib/utils";
import { useRowChange } from "./changesContext";
import type { TableRow } from "./columns";
import { HeaderCell } from "./HeaderCell";
import type { RowsProps } from "./rowsProps";
import { stickyEdge, stickyStyle } from "./sticky";
import { useVisibleRows } from "./useVisibleRows";

/** h-10 */
const ROW_HEIGHT_PX = 40;

/** The rows as a table; only those in sight are in the page. */
export function TableRows<Row extends TableRow>({
  table,
  rows,
  scroller,
  onNearEnd,
}: RowsProps<Row>) {
  const { items, abovePx, belowPx } = useVisibleRows({
    count: rows.length,
    rowHeightPx: ROW_HEIGHT_PX,
    scroller,
    onNearEnd,
  });
  return (
    <TableFrame table={table} rowCount={rows.length}>
      <Spacer heightPx={abovePx} />
      {items.map(({ index }) => {
        const shown = rows[index];
        return (
          shown && (
            <BodyRow key={shown.row.id} row={shown.row} isGone={shown.isGone} index={index} />
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
}: {
  row: TanStackRow<Row>;
  isGone: boolean;
  index: number;
}) {
  const change = useRowChange(row.id);
  return (
    <tr
      aria-rowindex={index + 2}
      className={cn("group/row", isGone && "[&>td>*]:opacity-40 [&_a]:pointer-events-none")}
    >
      {row.getVisibleCells().map((cell) => {
        const stick = cell.column.columnDef.meta?.stick;
        return (
          <td
            key={cell.id}
            style={stickyStyle(stick)}
            className={cn(
              "relative h-10 truncate border-b border-border/60 bg-card px-2.5 text-[13px] first:pl-4 tabular-nums group-hover/row:bg-accent",
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
