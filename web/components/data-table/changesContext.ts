import { createContext, useContext } from "react";

/** Row id → why the row glows. */
export type RowChanges = ReadonlyMap<string, string>;
export const NO_CHANGES: RowChanges = new Map();

export const RowChangesContext = createContext(NO_CHANGES);

/** Gives a cell the text about its row's arrival or change a moment ago; undefined without one. */
export function useRowChange(rowId: string): string | undefined {
  return useContext(RowChangesContext).get(rowId);
}
