import type { ColumnDef, RowData } from "@tanstack/react-table";
import type { ColumnFilter } from "../../../domain/fields";
import type { CellValue, FilterColumn } from "../../../domain/tableFilters";

declare module "@tanstack/react-table" {
  // The type parameters must be named as TanStack Table names them to extend its interface.
  // eslint-disable-next-line @typescript-eslint/no-unused-vars
  interface ColumnMeta<TData extends RowData, TValue> {
    /** The cell as text, for the search over all columns. Columns without it are not searched. */
    text?: (row: TData) => string;
    /**
     * The kind of filter for this column. `accessorFn` gives the value to compare: a text, or epoch
     * ms of a date; undefined where the cell is empty.
     */
    filter?: ColumnFilter;
    /** Stays in sight while the table is scrolled sideways. */
    stick?: Stick;
    /** Narrows the table and is not drawn: what it is about stands in several columns. */
    isFilterOnly?: boolean;
    /** The table makes no sense without it: the column chooser leaves it alone. */
    isFixed?: boolean;
  }
}

/**
 * Keeps a column in sight at this distance from an edge of the table, in px; with both edges, it is
 * never scrolled out of sight.
 */
export type Stick = {
  leftPx?: number;
  rightPx?: number;
  /** Other columns scroll under this one, so it has a line at both sides. */
  isEdge?: true;
};

/** A row has an id that stays the same while its content changes. */
export type TableRow = { readonly _id: string };

export type Columns<Row extends TableRow> = ColumnDef<Row>[];

/**
 * The columns as the shared predicate (domain/tableFilters.ts) reads them: those that have a text.
 */
export function readColumns<Row extends TableRow>(columns: Columns<Row>): FilterColumn<Row>[] {
  return columns.flatMap((column) => {
    const { id, meta } = column;
    if (id === undefined || meta?.text === undefined) return [];
    const { text } = meta;
    const access = "accessorFn" in column ? column.accessorFn : undefined;
    const value = (row: Row) => (access ? (access(row, 0) as CellValue) : text(row));
    return [{ id, value, text, isDate: meta.filter === "dates" }];
  });
}

/** A column's heading as text, for menus and chips. */
export function columnLabel<Row extends TableRow>({ id, header }: Columns<Row>[number]): string {
  return typeof header === "string" ? header : (id ?? "");
}
