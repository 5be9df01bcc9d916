import { createContext, useContext } from "react";

/**
 * The selection as the checkboxes of one table share it: the same object until the selection
 * changes.
 */
export type SelectionTools = {
  readonly ids: ReadonlySet<string>;
  /** `isRange`: everything between the last row toggled and this one becomes as this one. */
  readonly toggle: (rowId: string, isRange: boolean) => void;
  /** Ticks or unticks all rows on show. */
  readonly toggleAll: (isSelected: boolean) => void;
  /** Unticks all, also those that are not on show. */
  readonly clear: () => void;
};

/** The mode in which cards show checkboxes: they have no room for them otherwise. */
export type Selecting = {
  readonly isSelecting: boolean;
  readonly setSelecting: (isSelecting: boolean) => void;
};

export const SelectionContext = createContext<SelectionTools | null>(null);
export const SelectingContext = createContext<Selecting | null>(null);
/** The rows on show, in their order. */
export const ShownIdsContext = createContext<readonly string[]>([]);

export function useSelectionTools(): SelectionTools {
  const tools = useContext(SelectionContext);
  if (tools === null)
    throw new Error("Checkboxes of rows live inside a DataTable with a selection");
  return tools;
}

/** True when the row is ticked; false in a table without a selection. */
export function useIsSelected(rowId: string): boolean {
  return useContext(SelectionContext)?.ids.has(rowId) ?? false;
}
