import type { ReactNode } from "react";
import type { TableRow } from "../columns";
import type { LiveTable } from "../liveTable";

/** The props of both presentations of rows: table and cards. */
export type RowsProps<Row extends TableRow> = {
  table: LiveTable<Row>;
  renderCard: (row: Row) => ReactNode;
  /** The scroll position at which the reader left this table, px; null: start at the top. */
  restoredPx: number | null;
  /** Called with the scroll position, px. */
  onScrolled: (px: number) => void;
};
