import { escapeFormula } from "./cells";
import { isoDate, type ExportColumn } from "./exportColumns";

/** An export as text: `start`, then each row, then `end`. Dates are ISO 8601 in UTC. */
export type TextFormat = {
  readonly start: string;
  /** @param index of the row in the file, from 0 */
  readonly row: (row: object, index: number) => string;
  readonly end: string;
};

/**
 * CSV as Excel reads it (RFC 4180): UTF-8 behind a byte order mark. The headings are the names of
 * the fields; a text that a spreadsheet would run as a formula has an apostrophe in front, which an
 * import takes off.
 */
export function csvFormat(columns: readonly ExportColumn[]): TextFormat {
  const line = (cells: string[]) => `${cells.map(quoted).join(",")}\r\n`;
  return {
    start: `\ufeff${line(columns.map(({ field }) => field))}`,
    row: (row) => line(columns.map((column) => cellText(plainValue(column, row)))),
    end: "",
  };
}

/** Spaces at an end are quoted too: some readers trim bare cells. */
function quoted(text: string): string {
  return /[",\r\n\ufeff]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A number is no formula, whatever its sign. */
function cellText(value: string | number | undefined): string {
  return typeof value === "string" ? escapeFormula(value) : String(value ?? "");
}

/** One array of objects. */
export function jsonFormat(columns: readonly ExportColumn[]): TextFormat {
  const { row } = jsonLinesFormat(columns);
  return {
    start: "[",
    row: (each, index) => `${index === 0 ? "" : ","}\n${row(each, index).trimEnd()}`,
    end: "\n]\n",
  };
}

/** One object a line; a field without a value is left out. */
export function jsonLinesFormat(columns: readonly ExportColumn[]): TextFormat {
  return { start: "", row: (row) => `${JSON.stringify(exportObject(columns, row))}\n`, end: "" };
}

/** Returns the fields of `columns` by name, undefined where the row has none. */
export function exportObject(columns: readonly ExportColumn[], row: object) {
  return Object.fromEntries(columns.map((column) => [column.field, plainValue(column, row)]));
}

function plainValue({ value, isDate }: ExportColumn, row: object): string | number | undefined {
  const cell = value(row);
  return isDate && typeof cell === "number" ? isoDate(cell) : cell;
}
