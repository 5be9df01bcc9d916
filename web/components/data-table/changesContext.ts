import { createContext, useContext } from "react";
import type { TableRow } from "./columns";
import type { DisplayedRow } from "./rows/rowsOnShow";

/** Row id → why the row glows. */
export type RowChanges = ReadonlyMap<string, string>;
/** A row that glows because the reader has just saved what it shows. */
export type RowAnnouncement = { readonly rowId: string; readonly words: string };
export const NO_CHANGES: RowChanges = new Map();

export const RowChangesContext = createContext(NO_CHANGES);

/** Gives a cell the text about its row's arrival or change a moment ago; undefined without one. */
export function useRowChange(rowId: string): string | undefined {
  return useContext(RowChangesContext).get(rowId);
}

/** The changes, and for each row that left while it was looked at, the text that says so. */
export function describeDepartures<Row extends TableRow>(
  changes: RowChanges,
  rows: readonly DisplayedRow<Row>[],
  describe: (row: Row) => string,
): RowChanges {
  const gone = rows.filter(({ isGone }) => isGone);
  if (gone.length === 0) return changes;
  return new Map([...changes, ...gone.map(({ row }) => [row._id, describe(row)] as const)]);
}
