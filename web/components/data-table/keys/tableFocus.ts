import { createContext, useContext, type RefObject } from "react";

/** The toolbar parts that shortcuts open: `/` the search field, `f` the filters. */
export type TableFocus = {
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly isFiltering: boolean;
  readonly setIsFiltering: (isFiltering: boolean) => void;
};

export const TableFocusContext = createContext<TableFocus | null>(null);

export function useTableFocus(): TableFocus {
  const focus = useContext(TableFocusContext);
  if (focus === null) throw new Error("A table's toolbar lives inside a DataTable");
  return focus;
}
