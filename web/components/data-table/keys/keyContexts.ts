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

/** A pressed shortcut that acts shortly unless another key follows. */
export type WaitingKey = {
  /** The row that it acts on; null: the filter button. */
  readonly rowId: string | null;
  /** What it is about to do: "Receiving…". */
  readonly words: string;
};

export const WaitingKeyContext = createContext<WaitingKey | null>(null);

/**
 * The text of the shortcut about to act on a row (null: on the filter button); undefined if there
 * is none.
 */
export function useWaitingKey(rowId: string | null): string | undefined {
  const waiting = useContext(WaitingKeyContext);
  return waiting?.rowId === rowId ? waiting.words : undefined;
}
