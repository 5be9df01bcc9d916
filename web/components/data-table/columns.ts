import type { ColumnDef, RowData } from "@tanstack/react-table";
import type { ColumnFilter } from "#domain/samples/fields";

declare module "@tanstack/react-table" {
  interface ColumnMeta<TData extends RowData, TValue> {
    /** The column's kind of filter. */
    filter?: ColumnFilter;
    /** The values are e-mails: filters show the people's names. */
    isPerson?: boolean;
    /** Display texts of values in filters, if the values themselves are not readable. */
    valueLabels?: ValueLabels;
    /** A filter without a visible column, because its data is spread over several columns. */
    isFilterOnly?: boolean;
    /** Required: not in the column chooser, and pinned if it is at an end of the table. */
    isFixed?: boolean;
    /** Its values, and so its heading, are aligned with its right edge. */
    isRightAligned?: boolean;
    /** The field to sort by, if it differs from the column's id. */
    sortBy?: string;
    /** Hidden by default. */
    isOptional?: boolean;
  }
}

/** Display texts by stored value; other values are shown as they are. */
export type ValueLabels = Readonly<Partial<Record<string, string>>>;

/** A row with an id that is stable while its content changes. */
export type TableRow = { readonly _id: string; readonly _creationTime: number };

/** Column definitions; a column's id is the field by which it filters and sorts. */
export type Columns<Row extends TableRow> = ColumnDef<Row>[];

/** A column's heading as text, for menus and chips. */
export function columnLabel<Row extends TableRow>({ id, header }: Columns<Row>[number]): string {
  return typeof header === "string" ? header : (id ?? "");
}
