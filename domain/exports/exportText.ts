import { CSV_START, csvRow } from "../files/csvText";
import { isoDate, type ExportColumn } from "./exportColumns";

/** An export as text: `start`, then each row, then `end`. Dates are ISO 8601 in UTC. */
export type TextFormat = {
  readonly start: string;
  /** @param index index of the row in the file, from 0 */
  readonly row: (row: object, index: number) => string;
  readonly end: string;
};

/** CSV with field names as headings. */
export function csvFormat(columns: readonly ExportColumn[]): TextFormat {
  return {
    start: CSV_START + csvRow(columns.map(({ field }) => field)),
    row: (row) => csvRow(columns.map((column) => csvValue(column, row))),
    end: "",
  };
}

/** A single array of objects. */
export function jsonFormat(columns: readonly ExportColumn[]): TextFormat {
  const { row } = jsonLinesFormat(columns);
  return {
    start: "[",
    row: (each, index) => `${index === 0 ? "" : ","}\n${row(each, index).trimEnd()}`,
    end: "\n]\n",
  };
}

/** One object per line; fields without a value are omitted. */
export function jsonLinesFormat(columns: readonly ExportColumn[]): TextFormat {
  return { start: "", row: (row) => `${JSON.stringify(exportObject(columns, row))}\n`, end: "" };
}

/** Returns the values of `columns` by field name; undefined if the row has none. */
export function exportObject(columns: readonly ExportColumn[], row: object) {
  return Object.fromEntries(columns.map((column) => [column.field, plainValue(column, row)]));
}

function plainValue({ value, isDate }: ExportColumn, row: object): string | number | undefined {
  const cell = value(row);
  return isDate && typeof cell === "number" ? isoDate(cell) : cell;
}

/** The column's value, or its text for a blank one; 0 is not blank. */
function csvValue(column: ExportColumn, row: object) {
  const value = plainValue(column, row);
  return value === undefined || value === "" ? column.blank : value;
}
