import { escapeFormula } from "./cells";

/**
 * Writes CSV (RFC 4180) that Excel, LibreOffice and our own import read back: every file of ours
 * comes from here. No cell runs as a formula, whatever separator the reader splits the file by
 * (cells.ts).
 */

/** Excel reads a CSV file as UTF-8 only behind the mark at its beginning. */
export const CSV_START = "\ufeff";

/** Returns one row with its line break. A number is no formula, whatever its sign. */
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

/** Spaces at an end are quoted too: some readers trim bare cells. */
function quoted(text: string): string {
  return /[",;|\t\r\n\ufeff]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
