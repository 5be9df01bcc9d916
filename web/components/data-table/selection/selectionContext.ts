import { createContext, useContext } from "react";
import type { Selection } from "./useSelection";
import { formatCount } from "#domain/common/formatCount";

/** The mode in which cards show checkboxes, for which they otherwise have no space. */
export type Selecting = {
  readonly isSelecting: boolean;
  readonly setSelecting: (isSelecting: boolean) => void;
};

export const SelectionContext = createContext<Selection | null>(null);
export const SelectingContext = createContext<Selecting | null>(null);
/** The number of matching rows, which "select all" selects. */
export type MatchCount = {
  readonly count: number;
  /** False: more rows match than are loaded. */
  readonly isExact: boolean;
  /** More rows are being loaded automatically. */
  readonly isLoading: boolean;
};

export const MatchCountContext = createContext<MatchCount>({
  count: 0,
  isExact: false,
  isLoading: true,
});

/** Label of "select all"; null while rows that it would miss are still loading. */
export function selectAllLabel({ count, isExact, isLoading }: MatchCount): string | null {
  const formatted = formatCount(count);
  if (isExact) return `Select all ${formatted}`;
  return isLoading ? null : `Select the first ${formatted}`;
}

/** Label of "select all" while it waits for rows. */
export const SELECT_ALL_LOADING = "Select all: loading…";

export function useSelectionTools(): Selection {
  const selection = useContext(SelectionContext);
  if (selection === null) {
    throw new Error("Checkboxes of rows live inside a DataTable with a selection");
  }
  return selection;
}

/** True if the row is selected; false in a table without a selection. */
export function useIsSelected(rowId: string): boolean {
  return useContext(SelectionContext)?.ids.has(rowId) ?? false;
}
