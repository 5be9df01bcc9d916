import { createContext, useContext } from "react";

/** What the checkboxes of one table share. */
export type SelectionTools = {
  readonly ids: ReadonlySet<string>;
  /** The rows on show, in their order. */
  readonly shownIds: readonly string[];
  /** `isRange`: everything between the last row toggled and this one becomes as this one. */
  readonly toggle: (rowId: string, isRange: boolean) => void;
  readonly toggleAll: (isSelected: boolean) => void;
  /** What a checkbox calls its row, for people who hear it. */
  readonly labelOf: (rowId: string) => string;
  /** Cards have no room for checkboxes: they show them, and nothing else reacts, while people select. */
  readonly isSelecting: boolean;
  readonly setSelecting: (isSelecting: boolean) => void;
};

export const SelectionContext = createContext<SelectionTools | null>(null);

export function useSelectionTools(): SelectionTools {
  const tools = useContext(SelectionContext);
  if (tools === null)
    throw new Error("Checkboxes of rows live inside a DataTable with a selection");
  return tools;
}

/** Null in a table without a selection. */
export function useOptionalSelection(): SelectionTools | null {
  return useContext(SelectionContext);
}

/** Whether the row is ticked; false in a table without a selection. */
export function useIsSelected(rowId: string): boolean {
  return useContext(SelectionContext)?.ids.has(rowId) ?? false;
}
