import { useEffect, useEffectEvent } from "react";
import { offerRows } from "@/lib/rowWalk";
import type { TableRow } from "../columns";
import type { LiveTable } from "../liveTable";

/**
 * Lets the sheet that the table opened move on to the next row: the cursor follows, so the table
 * scrolls along and loads further rows.
 */
export function useRowWalk<Row extends TableRow>({
  shown,
  cursor,
  onOpenRow,
}: LiveTable<Row>): void {
  const walk = useEffectEvent((rowId: string, by: 1 | -1) => {
    const present = shown.rows.filter(({ isGone }) => !isGone);
    const indexOf = (id: string | null) => present.findIndex(({ row }) => row._id === id);
    // Rows of history have ids of their own: there the sheet shows the sample of the cursor's row.
    const at = indexOf(rowId) < 0 ? indexOf(cursor.id) : indexOf(rowId);
    const next = at < 0 ? undefined : present[at + by];
    if (next === undefined || onOpenRow === undefined) return false;
    cursor.set(next.row._id);
    onOpenRow(next.row);
    return true;
  });
  const canOpen = onOpenRow !== undefined;
  useEffect(() => (canOpen ? offerRows((rowId, by) => walk(rowId, by)) : undefined), [canOpen]);
}
