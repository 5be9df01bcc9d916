import type { Table } from "@tanstack/react-table";
import type { ReactNode } from "react";
import type { TableRow } from "./columns";
import type { DisplayedRow } from "./holdStill";

/** The props of both views of rows: table and cards. */
export type RowsProps<Row extends TableRow> = {
  table: Table<Row>;
  rows: readonly DisplayedRow<Row>[];
  renderCard: (row: Row) => ReactNode;
  /** The scrolling element; null until it is in the page. */
  scroller: HTMLElement | null;
  /** Called when the last loaded row comes near; undefined when nothing follows. */
  onNearEnd: (() => void) | undefined;
  /** The row that keys act on. */
  cursorId: string | null;
  onCursor: (rowId: string) => void;
};
