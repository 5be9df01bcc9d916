import { createContext, useContext } from "react";

/** Row id → why the row glows. */
export type RowChanges = ReadonlyMap<string, string>;
export const NO_CHANGES: RowChanges = new Map();

export const RowChangesContext = createContext(NO_CHANGES);

/** Why the row arrived or changed a moment ago, for the cell that says so; undefined otherwise. */
export function useRowChange(rowId: string): string | undefined {
  return useContext(RowChangesContext).get(rowId);
}
