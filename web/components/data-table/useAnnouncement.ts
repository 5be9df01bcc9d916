import { useEffect, useState } from "react";
import type { RowAnnouncement } from "./changesContext";
import type { TableRow } from "./columns";
import type { DisplayedRow } from "./rows/rowsOnShow";
import type { Cursor } from "./useCursor";
import { SAID_FOR_MS } from "./useRowChanges";

/**
 * Moves the cursor to an announced row when it appears. Until then there is no cursor: the focus in
 * another row would hold the announced one back.
 *
 * @returns the announcement while its text is shown
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
