import { createContext } from "react";

/** Opens a row's menu at a position in the window, px; null if the table's rows have no menu. */
export const RowMenuContext = createContext<{
  open: (at: { rowId: string; x: number; y: number }) => void;
} | null>(null);
