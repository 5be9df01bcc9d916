import { useEffect, useState } from "react";
import type { RowAnnouncement } from "./changesContext";
import type { TableRow } from "./columns";
import type { DisplayedRow } from "./rows/rowsOnShow";
import type { Cursor } from "./useCursor";
import { SAID_FOR_MS } from "./useRowChanges";

/**
 * Puts the cursor on an announced row once it is there. Before that the cursor is nowhere: the
 * focus in another row would keep the announced one from coming in.
 *
 * @returns the announcement for as long as a change is said
 */
export function useAnnouncement<Row extends TableRow>(
  announced: RowAnnouncement | undefined,
  rows: readonly DisplayedRow<Row>[],
  setCursor: Cursor["set"],
): RowAnnouncement | undefined {
  const rowId = announced?.rowId;
  const isThere = rowId !== undefined && rows.some(({ row }) => row._id === rowId);
  const [isOver, setOver] = useState(false);
  const isSaid = isThere && !isOver;
  useEffect(() => {
    if (rowId === undefined || !isSaid) return;
    setCursor(rowId);
    const timer = setTimeout(() => setOver(true), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [rowId, isSaid, setCursor]);
  return isSaid ? announced : undefined;
}
