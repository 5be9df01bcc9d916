import { createContext, useContext } from "react";
import type { TableRow } from "./columns";
import type { DisplayedRow } from "./rows/rowsOnShow";

/** Row id → text about the change for which the row is highlighted. */
export type RowChanges = ReadonlyMap<string, string>;
/** A row that is highlighted because the reader has just saved a change to it. */
export type RowAnnouncement = { readonly rowId: string; readonly words: string };
export const NO_CHANGES: RowChanges = new Map();

export const RowChangesContext = createContext(NO_CHANGES);

/**
 * Returns the text about a row's recent arrival or change to a cell; undefined if there is none.
 */
export function useRowChange(rowId: string): string | undefined {
  return useContext(RowChangesContext).get(rowId);
}

/**
 * Adds to `changes`, for each row that left the view while it was on screen, a text about its
 * departure.
 */
export function describeDepartures<Row extends TableRow>(
  changes: RowChanges,
  rows: readonly DisplayedRow<Row>[],
  describe: (row: Row) => string,
): RowChanges {
  const gone = rows.filter(({ isGone }) => isGone);
  if (gone.length === 0) return changes;
  return new Map([...changes, ...gone.map(({ row }) => [row._id, describe(row)] as const)]);
}
