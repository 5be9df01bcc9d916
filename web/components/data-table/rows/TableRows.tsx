import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode, useMemo } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { useMediaQuery } from "@/hooks/useMediaQuery";
import { cn } from "@/lib/utils";
import type { TableRow } from "../columns";
import { DENSITIES, useDensity } from "../preferences";
import type { Grid } from "../useGrid";
import { BodyRow } from "./BodyRow";
import { useRowsAsStops } from "./rowControls";
import { useStartAtTop, type RowsProps } from "./presentation";
import { OVERSCAN, useVisibleRows } from "./useVisibleRows";
import { HeaderCell } from "../header/HeaderCell";
import { RovingTabIndexContext, moveFocusByArrowKeys } from "../header/rovingTabIndex";

/** Height of HeaderCell: h-9, and coarse:h-11 */
const HEADING_PX = 36;
const TOUCH_HEADING_PX = 44;
/** Row height at which buttons can be hit with a finger. */
const TOUCH_ROW_PX = 52;

/**
 * The rows as a table that scrolls within its box; only visible rows are rendered. Before the rows
 * arrive, grey bars take their place: the headings stay, with a filter that is open in them.
 */
export function TableRows<Row extends TableRow>({ table, restoredPx, onScrolled }: RowsProps<Row>) {
  const { shown, grid, cursor } = table;
  const isTouch = useMediaQuery("(pointer: coarse)");
  const rowHeightPx = Math.max(DENSITIES[useDensity()], isTouch ? TOUCH_ROW_PX : 0);
  // State instead of a ref: the virtualizer needs the element, so its arrival must re-render.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count: shown.total,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeightPx,
    overscan: OVERSCAN,
    scrollPaddingStart: isTouch ? TOUCH_HEADING_PX : HEADING_PX,
  });
  const { items, abovePx, belowPx } = useVisibleRows(table, virtualizer, restoredPx);
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeightPx]);
  useStartAtTop(shown.view, () => scroller?.scrollTo({ top: 0 }));
  const isCursorDrawn = items.some(({ index }) => index === cursor.index);
  const stop = isCursorDrawn ? cursor.index : (virtualizer.range?.startIndex ?? 0);
  return (
    <div
      ref={setScroller}
      data-rows
      style={{ scrollPaddingInline: `${grid.pins.leftPx}px ${grid.pins.rightPx}px` }}
      className={cn(
        "group/rows min-h-0 flex-1 overscroll-x-contain rounded-lg border bg-card",
        shown.isReady ? "overflow-auto" : "overflow-hidden",
      )}
      onScroll={(event) => {
        markHiddenColumns(event.currentTarget);
        onScrolled(event.currentTarget.scrollTop);
      }}
    >
      <TableFrame grid={grid} rowCount={shown.isReady ? shown.total : undefined}>
        {!shown.isReady && <SkeletonRows grid={grid} />}
        <Spacer heightPx={abovePx} />
        {items.map(({ index }) => {
          const row = shown.rows[index - shown.start];
          return row === undefined ? (
            <tr key={index} aria-hidden style={{ height: rowHeightPx }} />
          ) : (
            <BodyRow
              key={row.row._id}
              table={grid.table}
              columns={grid.drawn}
              row={row.row}
              isGone={row.isGone}
              index={index}
              heightPx={rowHeightPx}
              isCursor={row.row._id === cursor.id}
              isStop={index === stop}
              onCursor={cursor.set}
              onOpen={table.onOpenRow}
            />
          );
        })}
        <Spacer heightPx={belowPx} />
      </TableFrame>
    </div>
  );
}

/** Uneven widths of the bars, like those of real texts, percent. */
const WIDTHS = [55, 80, 65, 90, 70];

function SkeletonRows<Row extends TableRow>({ grid }: { grid: Grid<Row> }) {
  return Array.from({ length: 12 }, (_, row) => (
    <tr key={row} aria-hidden>
      {grid.drawn.map(({ id }, index) => (
        <td key={id} className="h-10 border-b border-border/60 px-2.5 first:pl-3">
          <Skeleton
            className="h-3"
            style={{ width: `${WIDTHS[(row + index) % WIDTHS.length]}%` }}
          />
        </td>
      ))}
    </tr>
  ));
}

type TableFrameProps<Row extends TableRow> = {
  grid: Grid<Row>;
  /** Undefined: not known yet. */
  rowCount: number | undefined;
  children: ReactNode;
};

/** The table element with its headings, at least as wide as the available space. */
function TableFrame<Row extends TableRow>({ grid, rowCount, children }: TableFrameProps<Row>) {
  const ref = useRef<HTMLTableElement>(null);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  useRowsAsStops(bodyRef);
  const { setRoom } = grid;
  // Not in a layout effect: reading the width then would force an additional layout of the page.
  useEffect(() => {
    const element = ref.current?.parentElement;
    if (!element) return;
    const measure = () => {
      setRoom(element.clientWidth);
      markHiddenColumns(element);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [setRoom]);
  return (
    <table
      ref={ref}
      // Includes the heading; each row has its own aria-rowindex.
      aria-rowcount={rowCount === undefined ? undefined : rowCount + 1}
      style={{ ...grid.pins.properties, width: widthOf(grid) }}
      className="isolate min-w-full table-fixed border-separate border-spacing-0 print:!w-full"
    >
      <colgroup>
        {grid.drawn.map(({ id }) => (
          <col key={id} style={{ width: grid.widths.get(id) }} />
        ))}
      </colgroup>
      <thead>
        <HeaderRow grid={grid} />
      </thead>
      {/* Names, numbers and statuses are the lab's own words, and change while people read them. */}
      <tbody ref={bodyRef} translate="no">
        {children}
      </tbody>
    </table>
  );
}

function widthOf<Row extends TableRow>({ widths }: Grid<Row>): number {
  return [...widths.values()].reduce((sum, width) => sum + width, 0);
}

/**
 * Marks on which sides of the table columns are scrolled out of view; the pinned columns there cast
 * a shadow. An attribute instead of state, so that scrolling renders nothing.
 */
function markHiddenColumns(box: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = box;
  box.toggleAttribute("data-more-left", scrollLeft > 0);
  box.toggleAttribute("data-more-right", scrollLeft + clientWidth < scrollWidth - 1);
}

function Spacer({ heightPx }: { heightPx: number }) {
  return heightPx > 0 ? <tr aria-hidden style={{ height: heightPx }} /> : null;
}

/** The headings of the visible columns. */
function HeaderRow<Row extends TableRow>({ grid }: { grid: Grid<Row> }) {
  const [wanted, setCurrent] = useState("");
  const ids = grid.drawn.map(({ id }) => id);
  const isThere = ids.some((id) => wanted === id || wanted === `${id} filter`);
  const current = isThere ? wanted : (ids[0] ?? "");
  const stops = useMemo(() => ({ current, setCurrent }), [current]);
  return (
    <RovingTabIndexContext value={stops}>
      {grid.table.getHeaderGroups().map((group) => (
        <tr key={group.id} aria-rowindex={1} onKeyDown={moveFocusByArrowKeys}>
          {group.headers.map((header) => (
            <HeaderCell key={header.id} header={header} grid={grid} />
          ))}
        </tr>
      ))}
    </RovingTabIndexContext>
  );
}
