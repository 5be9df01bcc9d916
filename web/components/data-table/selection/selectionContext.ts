import { createContext, useContext } from "react";
import type { Selection } from "./useSelection";

/** The mode in which cards show checkboxes: they have no room for them otherwise. */
export type Selecting = {
  readonly isSelecting: boolean;
  readonly setSelecting: (isSelecting: boolean) => void;
};

export const SelectionContext = createContext<Selection | null>(null);
export const SelectingContext = createContext<Selecting | null>(null);
/** The number of rows that match: those that "select all" takes. */
export const MatchCountContext = createContext(0);

export function useSelectionTools(): Selection {
  const selection = useContext(SelectionContext);
  if (selection === null) {
    throw new Error("Checkboxes of rows live inside a DataTable with a selection");
  }
  return selection;
}

/** True when the row is ticked; false in a table without a selection. */
export function useIsSelected(rowId: string): boolean {
  return useContext(SelectionContext)?.ids.has(rowId) ?? false;
}
