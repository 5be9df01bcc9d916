import { createContext } from "react";

/** Opens the menu of a row at a point of the window, px; null in a table whose rows have none. */
export const RowMenuContext = createContext<{
  open: (at: { rowId: string; x: number; y: number }) => void;
} | null>(null);
