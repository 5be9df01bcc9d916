import { flexRender, type Header } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ListFilter } from "lucide-react";
import { useState, type PointerEvent } from "react";
import { cn } from "@/lib/utils";
import type { TableRow } from "../columns";
import type { Grid } from "../useGrid";
import { pinAt, pinClasses, pinStyle } from "../pins";
import { useRovingTabIndex } from "./rovingTabIndex";
import { useColumnReorder } from "./useColumnReorder";
import { useTableFilters } from "../filters/filterContext";
import { FilterPopover } from "../filters/FilterPopover";

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

/**
 * The filter button after a column's label; nothing if the column has no filter. Visible on hover
 * or focus and while the filter is active.
 */
function HeaderFilter({ columnId }: { columnId: string }) {
  const { columns, filters } = useTableFilters();
  const stop = useRovingTabIndex(`${columnId} filter`);
  const column = columns.find(({ id }) => id === columnId);
  if (column === undefined) return null;
  const isActive = filters[columnId] !== undefined;
  return (
    <FilterPopover column={column}>
      <button
        {...stop}
        type="button"
        aria-label={isActive ? `Filter ${column.label}, active` : `Filter ${column.label}`}
        className={cn(
          "ml-0.5 grid h-6 w-5 shrink-0 place-items-center rounded hover:bg-accent hover:text-foreground data-[state=open]:bg-accent data-[state=open]:text-foreground",
          isActive
            ? "text-primary"
            : "text-muted-foreground opacity-0 focus-visible:opacity-100 group-hover/heading:opacity-100 data-[state=open]:opacity-100",
        )}
      >
        <ListFilter aria-hidden className="size-3.5" strokeWidth={isActive ? 3 : 2} />
      </button>
    </FilterPopover>
  );
}

type ResizeHandleProps = { widthPx: number; onResize: (widthPx: number) => void };

/** The edge between two headings: dragging moves a line, and releasing it sets the width. */
function ResizeHandle({ widthPx, onResize }: ResizeHandleProps) {
  const [drag, setDrag] = useState<{ fromX: number; byPx: number } | null>(null);
  const follow = ({ clientX }: PointerEvent) =>
    setDrag((before) => before && { ...before, byPx: clientX - before.fromX });
  const end = () => {
    if (drag !== null && drag.byPx !== 0) onResize(widthPx + drag.byPx);
    setDrag(null);
  };
  return (
    <span
      aria-hidden
      // Draggable itself, so that dragging it does not move the column.
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ fromX: event.clientX, byPx: 0 });
      }}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
      className="absolute inset-y-1 -right-1 z-10 w-2 cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1/2 after:w-px hover:after:bg-primary"
    >
      {drag !== null && (
        <span
          className="absolute top-0 h-screen w-0.5 bg-primary"
          style={{ left: `calc(50% + ${drag.byPx}px)` }}
        />
      )}
    </span>
  );
}
