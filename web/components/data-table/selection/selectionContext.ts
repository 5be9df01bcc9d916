import { createContext, useContext } from "react";

/** What the checkboxes of one table share. */
export type SelectionTools = {
  readonly ids: ReadonlySet<string>;
  /** The rows on show, in their order. */
  readonly shownIds: readonly string[];
  /** `isRange`: everything between the last row toggled and this one becomes as this one. */
  readonly toggle: (rowId: string, isRange: boolean) => void;
  readonly toggleAll: (isSelected: boolean) => void;
};

export const SelectionContext = createContext<SelectionTools | null>(null);

export function useSelectionTools(): SelectionTools {
  const tools = useContext(SelectionContext);
  if (tools === null)
    throw new Error("Checkboxes of rows live inside a DataTable with a selection");
  return tools;
}

/** Whether the row is ticked; false in a table without a selection. */
export function useIsSelected(rowId: string): boolean {
  return useContext(SelectionContext)?.ids.has(rowId) ?? false;
}
