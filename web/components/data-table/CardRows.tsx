import type { ReactNode } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { cn } from "@/lib/utils";
import { useRowChange } from "./changesContext";
import type { TableRow } from "./columns";
import type { RowsProps } from "./rowsProps";
import { useOptionalSelection } from "./selection/selectionContext";
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
    cursorIndex: rows.findIndex(({ row }) => row.id === cursorId),
    coveredPx: 0,
  });
  return (
    <ul style={{ paddingTop: abovePx, paddingBottom: belowPx }}>
      {items.map(({ index }) => {
        const shown = rows[index];
        return (
          shown && (
            <li key={shown.row.id} ref={measure} data-index={index} className="pb-2">
              <Card rowId={shown.row.id} isGone={shown.isGone}>
                {renderCard(shown.row.original)}
              </Card>
            </li>
          )
        );
      })}
    </ul>
  );
}

function Card({
  rowId,
  isGone,
  children,
}: {
  rowId: string;
  isGone: boolean;
  children: ReactNode;
}) {
  const change = useRowChange(rowId);
  const selection = useOptionalSelection();
  const toggle = selection === null || isGone ? undefined : () => selection.toggle(rowId, false);
  const longPress = useLongPress(selection?.isSelecting ? undefined : toggle);
  const isSelected = selection?.ids.has(rowId) ?? false;
  const isSelecting = selection?.isSelecting ?? false;
  return (
    <div
      {...longPress}
      className={cn(
        "relative flex gap-3 rounded-lg border bg-card p-3 shadow-sm",
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
          aria-label={`Select ${selection?.labelOf(rowId)}`}
          checked={isSelected}
          // The whole card can be hit.
          className="mt-0.5 size-5 after:absolute after:inset-0"
          onClick={toggle}
        />
      )}
      <div inert={isSelecting} className="min-w-0 flex-1">
        {children}
      </div>
    </div>
  );
}
