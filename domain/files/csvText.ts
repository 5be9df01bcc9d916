/**
 * Writes CSV (RFC 4180) that Excel, LibreOffice and our own import can read. All our CSV files are
 * written here. No cell runs as a formula, whichever separator the reader splits the file by
 * (cells.ts).
 */
import { escapeFormula } from "./cells";

/** Byte order mark; Excel reads a CSV file as UTF-8 only if it starts with one. */
export const CSV_START = "\ufeff";

/**
 * Returns one row with its line break. Numbers are never treated as formulas, whatever their sign.
 */
export function csvRow(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** Returns a whole file, the headings first. */
export function csvFile(rows: readonly (readonly string[])[]): string {
  return CSV_START + rows.map(csvRow).join("");
}

function csvCell(value: string | number | undefined): string {
  return quoted(typeof value === "string" ? escapeFormula(value) : String(value ?? ""));
}

/** Leading and trailing spaces are quoted too: some readers trim unquoted cells. */
function quoted(text: string): string {
  return /[",;|\t\r\n\ufeff]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
