import { cn } from "@/lib/utils";
import { useRowChange } from "./changesContext";
import type { TableRow } from "./columns";
import type { RowsProps } from "./rowsProps";
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
  children: React.ReactNode;
}) {
  const change = useRowChange(rowId);
  return (
    <div className={cn("relative rounded-lg border bg-card p-3 shadow-sm", isGone && "opacity-40")}>
      {change !== undefined && (
        <span
          key={change}
          aria-hidden
          className="pointer-events-none absolute inset-0 animate-glow rounded-lg"
        />
      )}
      {children}
    </div>
  );
}
