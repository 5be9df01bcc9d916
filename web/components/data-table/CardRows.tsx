import { useId, type ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/lib/utils";
import { useRowChange } from "./changesContext";
import type { TableRow } from "./columns";
import type { RowsProps } from "./rowsProps";
import { CardSelectBar } from "./selection/CardSelectBar";
import { useCardSelection, type CardSelection } from "./selection/useCardSelection";
import { useLongPress } from "./selection/useLongPress";
import { useVisibleRows } from "./useVisibleRows";

/** A card of three lines and a button, before it is measured. */
const CARD_HEIGHT_PX = 140;

/** The rows as cards, for a phone; only those in sight are in the page. */
export function CardRows<Row extends TableRow>({
  rows,
  renderCard,
  scroller,
  onNearEnd,
  cursorId,
}: RowsProps<Row>) {
  const { items, abovePx, belowPx, measure } = useVisibleRows({
    count: rows.length,
    rowHeightPx: CARD_HEIGHT_PX,
    scroller,
    onNearEnd,
    cursorIndex: rows.findIndex(({ row }) => row._id === cursorId),
    coveredPx: 0,
  });
  const selection = useCardSelection();
  return (
    <>
      {selection?.isSelecting && <CardSelectBar selection={selection} />}
      <ul style={{ paddingTop: abovePx, paddingBottom: belowPx }}>
        {items.map(({ index }) => {
          const shown = rows[index];
          return (
            shown && (
              <li key={shown.row._id} ref={measure} data-index={index} className="pb-2">
                <Card rowId={shown.row._id} isGone={shown.isGone} selection={selection}>
                  {renderCard(shown.row)}
                </Card>
              </li>
            )
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
  children: ReactNode;
};

function Card({ rowId, isGone, selection, children }: CardProps) {
  const change = useRowChange(rowId);
  const contentId = useId();
  const isSelecting = selection?.isSelecting ?? false;
  const isSelected = selection?.ids.has(rowId) ?? false;
  const toggle = selection === null || isGone ? undefined : () => selection.toggle(rowId, false);
  const longPress = useLongPress(isSelecting ? undefined : toggle);
  return (
    <div
      {...longPress}
      data-selecting={isSelecting || undefined}
      className={cn(
        "group/card relative flex gap-3 rounded-lg border bg-card p-3 shadow-sm",
        isGone && "opacity-40",
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
          // The whole card can be hit.
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
