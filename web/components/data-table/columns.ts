import type { ColumnDef, RowData } from "@tanstack/react-table";
import type { ColumnFilter } from "../../../domain/fields";

declare module "@tanstack/react-table" {
  // The type parameters must be named as TanStack Table names them to extend its interface.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  interface ColumnMeta<TData extends RowData, TValue> {
    /** The cell as text, for the search over all columns. Columns without it are not searched. */
    text?: (row: TData) => string;
    /** What the column's values can be narrowed by. */
    filter?: ColumnFilter;
    /** Stays in sight while the table is scrolled sideways, at this distance from that edge. */
    stick?: Stick;
  }
}

export type Stick = {
  side: "left" | "right";
  offsetPx: number;
  /** The innermost at the right edge: a line sets it off from what scrolls. */
  isEdge?: true;
};

/** A row has an id that stays the same while its content changes. */
export type TableRow = { readonly _id: string };

export type Columns<Row extends TableRow> = ColumnDef<Row>[];
