import { useWindowVirtualizer } from "@tanstack/react-virtual";
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  useEffect,
  type MouseEvent,
  type PointerEvent,
} from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/lib/utils";
import { Button } from "@/components/ui/button";
import { useRowChange } from "../changesContext";
import type { TableRow } from "../columns";
import { useCardSelection, type CardSelection } from "../selection/useCardSelection";
import { isRowClick, useStartAtTop, type RowsProps } from "./presentation";
import { NOTHING_TO_PRESS } from "./rowControls";
import { OVERSCAN, useVisibleRows } from "./useVisibleRows";
import { SELECT_ALL_LOADING, selectAllLabel } from "../selection/selectionContext";

/** Estimated height of a card (two lines and a button) until it is measured. */
const CARD_HEIGHT_PX = 116;

/** The rows as cards, for a phone: the page scrolls, and only visible cards are rendered. */
export function CardRows<Row extends TableRow>({
  table,
  renderCard,
  restoredPx,
  onScrolled,
}: RowsProps<Row>) {
  const { shown } = table;
  const listRef = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    const top = listRef.current?.getBoundingClientRect().top ?? 0;
    setScrollMargin(Math.round(top + window.scrollY));
  }, [shown.view]);
  const virtualizer = useWindowVirtualizer({
    count: shown.total,
    estimateSize: () => CARD_HEIGHT_PX,
    overscan: OVERSCAN,
    scrollMargin,
    getItemKey: (index) => shown.rows[index - shown.start]?.row._id ?? index,
    onChange: ({ scrollOffset }) => onScrolled(scrollOffset ?? 0),
  });
  const { items, abovePx, belowPx } = useVisibleRows(table, virtualizer, restoredPx);
  useStartAtTop(shown.view, () => window.scrollTo({ top: 0 }));
  const selection = useCardSelection();
  return (
    <>
      {selection?.isSelecting && <CardSelectBar selection={selection} />}
      <ul
        ref={listRef}
        data-rows
        translate="no"
        style={{ paddingTop: abovePx, paddingBottom: belowPx }}
      >
        {items.map(({ index, key }) => {
          const row = shown.rows[index - shown.start];
          return (
            <li key={key} ref={virtualizer.measureElement} data-index={index} className="pb-2">
              {row === undefined ? (
                <div className="h-[6.75rem] rounded-lg border bg-card" />
              ) : (
                <Card
                  rowId={row.row._id}
                  isGone={row.isGone}
                  selection={selection}
                  onOpen={table.onOpenRow && (() => table.onOpenRow?.(row.row))}
                >
                  {renderCard(row.row)}
                </Card>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

type CardProps = {
  rowId: string;
  isGone: boolean;
  selection: CardSelection | null;
  onOpen: (() => void) | undefined;
  children: ReactNode;
};

function Card({ rowId, isGone, selection, onOpen, children }: CardProps) {
  const change = useRowChange(rowId);
  const contentId = useId();
  const isSelecting = selection?.isSelecting ?? false;
  const isSelected = selection?.ids.has(rowId) ?? false;
  const toggle = selection === null || isGone ? undefined : () => selection.toggle(rowId, false);
  // The first long press starts selecting; the next one selects the range up to its card.
  const longPress = useLongPress(toggle && (() => selection?.toggle(rowId, isSelecting)));
  return (
    <div
      {...longPress}
      data-row={rowId}
      data-selecting={isSelecting || undefined}
      onClick={(event) => {
        if (onOpen === undefined || isSelecting || isGone || !isRowClick(event)) return;
        event.preventDefault();
        onOpen();
      }}
      className={cn(
        "group/card relative flex gap-3 rounded-lg border bg-card p-3 shadow-sm",
        isGone && ["opacity-40", NOTHING_TO_PRESS],
        isSelected &&
          "border-primary bg-[color-mix(in_srgb,hsl(var(--primary))_8%,hsl(var(--card)))]",
      )}
    >
      {change !== undefined && (
        <span
          key={change}
          aria-hidden
          className="pointer-events-none absolute inset-0 animate-glow rounded-lg"
        />
      )}
      {isSelecting && toggle && (
        <Checkbox
          aria-labelledby={contentId}
          checked={isSelected}
          // The whole card is the checkbox's hit area.
          className="mt-0.5 size-5 after:absolute after:inset-0"
          onClick={toggle}
        />
      )}
      <div id={contentId} inert={isSelecting} className="min-w-0 flex-1">
        {children}
      </div>
    </div>
  );
}

/** Toolbar above a phone's cards in selection mode. */
function CardSelectBar({ selection }: { selection: CardSelection }) {
  const { ids, matchCount, toggleAll } = selection;
  const label = selectAllLabel(matchCount);
  const isAll = ids.size > 0 && label !== null && ids.size >= matchCount.count;
  return (
    <div className="flex justify-end pb-2">
      <Button
        variant="outline"
        size="sm"
        disabled={label === null}
        onClick={() => toggleAll(!isAll)}
      >
        {isAll ? "Select none" : (label ?? SELECT_ALL_LOADING)}
      </Button>
    </div>
  );
}

/** Duration of a long press, as on phones' home screens, ms. */
const LONG_MS = 500;

/**
 * Handlers that call `onLongPress` when a finger rests on the element; scrolling does not count.
 * They suppress the context menu that phones open for links, and the click when the finger is
 * lifted.
 */
function useLongPress(onLongPress: (() => void) | undefined) {
  const timer = useRef<number | undefined>(undefined);
  const isTouch = useRef(false);
  const wasLong = useRef(false);
  const stop = () => window.clearTimeout(timer.current);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return {
    onPointerDown: (event: PointerEvent) => {
      stop();
      wasLong.current = false;
      isTouch.current = event.pointerType === "touch";
      if (!isTouch.current || onLongPress === undefined) return;
      timer.current = window.setTimeout(() => {
        wasLong.current = true;
        onLongPress();
      }, LONG_MS);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onClickCapture: (event: MouseEvent) => {
      if (!wasLong.current) return;
      wasLong.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onContextMenu: (event: MouseEvent) => {
      if (isTouch.current) event.preventDefault();
    },
  };
}
