import { createContext, useContext } from "react";
import type { Selection } from "./useSelection";

/** The mode in which cards show checkboxes: they have no room for them otherwise. */
export type Selecting = {
  readonly isSelecting: boolean;
  readonly setSelecting: (isSelecting: boolean) => void;
};

export const SelectionContext = createContext<Selection | null>(null);
export const SelectingContext = createContext<Selecting | null>(null);
/** The rows that match: those that "select all" takes. */
export type MatchCount = {
  readonly count: number;
  /** False: there are more than are here. */
  readonly isExact: boolean;
  /** More are on their way, by themselves. */
  readonly isLoading: boolean;
};

export const MatchCountContext = createContext<MatchCount>({
  count: 0,
  isExact: false,
  isLoading: true,
});

/** Labels "select all" with what it takes; null while that leaves out what is still loading. */
export function selectAllLabel({ count, isExact, isLoading }: MatchCount): string | null {
  const formatted = count.toLocaleString("en-US");
  if (isExact) return `Select all ${formatted}`;
  return isLoading ? null : `Select the first ${formatted}`;
}

/** The label of "select all" as long as it waits for rows. */
export const SELECT_ALL_LOADING = "Select all: loading…";

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
