import { flexRender, type Header } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { cn } from "@/lib/utils";
import type { TableRow } from "../columns";
import { HeaderFilter } from "../filters/HeaderFilter";
import type { Grid } from "../useGrid";
import { pinAt, pinStyle } from "../pins";
import { pinClasses } from "../rows/pinClasses";
import { useRovingTabIndex } from "./rovingTabIndex";
import { ResizeHandle } from "./ResizeHandle";
import { useColumnReorder } from "./useColumnReorder";

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

type HeaderCellProps<Row extends TableRow> = {
  header: Header<Row, unknown>;
  grid: Grid<Row>;
};

/**
 * A column's heading: clicking cycles through ascending, descending and the list's own order;
 * dragging moves the column. Its filter button appears next to the label on hover or focus, and
 * while the filter is active.
 */
export function HeaderCell<Row extends TableRow>({ header, grid }: HeaderCellProps<Row>) {
  const { column } = header;
  const sorted = column.getIsSorted();
  const heading = flexRender(column.columnDef.header, header.getContext());
  const reorder = useColumnReorder(grid, column.id);
  const stop = useRovingTabIndex(column.id);
  const { headers } = header.headerGroup;
  const pin = pinAt(grid.drawn, header.index);
  return (
    <th
      {...reorder}
      scope="col"
      aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
      style={{
        ...pinStyle(pin, column.id),
        // Above pinned cells, and above the next heading, which the resize handle overlaps; pinned
        // headings are above all others.
        zIndex: headers.length - header.index + 1 + (pin === null ? 0 : headers.length),
      }}
      className={cn(
        "group/heading h-9 coarse:h-11 border-b bg-muted px-2.5 text-left text-xs font-medium text-muted-foreground first:pl-3",
        pinClasses(pin),
        "sticky top-0 print:static",
      )}
    >
      <span
        className={cn(
          "flex min-w-0 items-center",
          column.columnDef.meta?.isRightAligned && "justify-end",
        )}
      >
        {column.getCanSort() ? (
          <button
            {...stop}
            type="button"
            onClick={column.getToggleSortingHandler()}
            className={cn(
              "-mx-1.5 flex min-w-0 items-center gap-1 rounded px-1.5 py-1 hover:text-foreground coarse:h-11 coarse:min-w-11",
              sorted && "text-foreground",
            )}
          >
            <span className="truncate">{heading}</span>
            {sorted === "asc" && <ArrowUp aria-hidden className="size-3.5 shrink-0 text-primary" />}
            {sorted === "desc" && (
              <ArrowDown aria-hidden className="size-3.5 shrink-0 text-primary" />
            )}
          </button>
        ) : (
          heading
        )}
        <HeaderFilter columnId={column.id} />
      </span>
      {column.getCanResize() && (
        <ResizeHandle
          widthPx={grid.widths.get(column.id) ?? column.getSize()}
          onResize={(widthPx) => grid.setWidth(column.id, widthPx)}
        />
      )}
    </th>
  );
}
