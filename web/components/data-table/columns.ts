import type { ColumnDef, RowData } from "@tanstack/react-table";
import type { ColumnFilter } from "#domain/samples/fields";

declare module "@tanstack/react-table" {
  interface ColumnMeta<TData extends RowData, TValue> {
    /** The kind of filter for this column. */
    filter?: ColumnFilter;
    /** Its values are e-mails: filters show the people's names. */
    isPerson?: boolean;
    /** The words of filters for its values, where people do not read the value itself. */
    valueLabels?: ValueLabels;
    /** Narrows the table and is not drawn: what it is about stands in several columns. */
    isFilterOnly?: boolean;
    /** The table makes no sense without it: always drawn, and not in the column chooser. */
    isFixed?: boolean;
    /** Drawn before other columns where not all have room. */
    isKept?: boolean;
    /** The width that it would rather have, px; with less, it shows values in a shorter way. */
    roomySize?: number;
    /** The field that it sorts by, where that is not its id. */
    sortBy?: string;
    /** Left out until somebody chooses it. */
    isOptional?: boolean;
  }
}

/** The words that people read, by stored value; other values are shown as they are. */
export type ValueLabels = Readonly<Partial<Record<string, string>>>;

/** A row has an id that stays the same while its content changes. */
export type TableRow = { readonly _id: string; readonly _creationTime: number };

/** A column's id is the field that it filters and sorts by. */
export type Columns<Row extends TableRow> = ColumnDef<Row>[];

/** A column's heading as text, for menus and chips. */
export function columnLabel<Row extends TableRow>({ id, header }: Columns<Row>[number]): string {
  return typeof header === "string" ? header : (id ?? "");
}
