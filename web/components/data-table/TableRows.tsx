import type { Table } from "@tanstack/react-table";
import type { ReactNode } from "react";
import { BodyRow } from "./BodyRow";
import type { TableRow } from "./columns";
import { HeaderCell } from "./HeaderCell";
import { DENSITIES, useDensity } from "./preferences";
import type { RowsProps } from "./rowsProps";
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
    cursorIndex: rows.findIndex(({ row }) => row._id === cursorId),
    coveredPx: HEADING_PX,
  });
  const columns = table.getVisibleLeafColumns();
  return (
    <TableFrame table={table} rowCount={rows.length}>
      <Spacer heightPx={abovePx} />
      {items.map(({ index }) => {
        const shown = rows[index];
        return (
          shown && (
            <BodyRow
              key={shown.row._id}
              table={table}
              columns={columns}
              row={shown.row}
              isGone={shown.isGone}
              index={index}
              heightPx={rowHeightPx}
              isCursor={shown.row._id === cursorId}
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

function Spacer({ heightPx }: { heightPx: number }) {
  return heightPx > 0 ? <tr aria-hidden style={{ height: heightPx }} /> : null;
}
