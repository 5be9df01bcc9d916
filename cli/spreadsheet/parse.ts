import { findHeadingRow } from "../../domain/importHeadings";
import { readCsv, decode } from "./csv";
import type { Limits } from "./limits";
import { UnreadableSheet, type Sheet, type SheetRow } from "./sheet";
import { readWorkbook } from "./workbook";
import { checkZip } from "./zip";

/**
 * Parses a spreadsheet's bytes into headings and rows. The content decides the format, not the
 * name. It runs in a thread of its own (worker.ts) and may use all the time and memory allowed
 * there.
 *
 * @param mapped headings that the person has mapped by hand
 * @throws UnreadableSheet
 */
export function parseSheet(bytes: Buffer, limits: Limits, mapped: readonly string[] = []): Sheet {
  const { rows, notes } = readRows(bytes, limits);
  const texts = rows.map(trimmed).filter(hasText);
  const at = findHeadingRow(texts, (heading) => mapped.includes(heading));
  const head = texts[at];
  if (!head) throw new UnreadableSheet("it is empty");
  const headings = head.cells;
  const body = texts.slice(at + 1);
  checkHeadings(headings, limits);
  if (body.length > limits.rows) {
    throw new UnreadableSheet(`it has more than ${limits.rows} rows; split it into several files`);
  }
  const above = at > 0 ? [`Read the headings in row ${head.row}; left out the rows above.`] : [];
  return {
    headings,
    rows: body.map((row) => checked(row, headings, limits)),
    notes: [...notes, ...above],
  };
}

function readRows(bytes: Buffer, limits: Limits): { rows: SheetRow[]; notes: string[] } {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) {
    checkZip(bytes, limits);
    return readWorkbook(bytes);
  }
  // The container of .xls, and of an .xlsx with a password.
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return readWorkbook(bytes);
  const { text, notes } = decode(bytes);
  return { rows: readCsv(text), notes };
}

function startsWith(bytes: Buffer, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** Removes spaces around cells, and empty cells at the end. */
function trimmed({ row, cells }: SheetRow): SheetRow {
  const texts = cells.map((cell) => cell.trim());
  return { row, cells: texts.slice(0, texts.findLastIndex((text) => text !== "") + 1) };
}

function hasText({ cells }: SheetRow): boolean {
  return cells.length > 0;
}

function checkHeadings(headings: readonly string[], limits: Limits): void {
  if (headings.length > limits.columns) {
    throw new UnreadableSheet(
      `it has ${headings.length} columns; at most ${limits.columns} are read`,
    );
  }
  const seen = new Set<string>();
  for (const heading of headings) {
    if (heading && seen.has(heading)) {
      throw new UnreadableSheet(`the heading "${heading}" is there twice`);
    }
    seen.add(heading);
  }
}

function checked(row: SheetRow, headings: readonly string[], limits: Limits): SheetRow {
  const problem = problemOf(row.cells, headings, limits);
  return problem === null ? row : { ...row, problem };
}

function problemOf(cells: readonly string[], headings: readonly string[], limits: Limits) {
  const stray = cells.findIndex((cell, index) => cell !== "" && !headings[index]);
  if (stray >= 0) return `cell ${stray + 1} ("${cells[stray]?.slice(0, 20)}") has no heading`;
  if (cells.some((cell) => cell.length > limits.cellCharacters)) {
    return `a cell has more than ${limits.cellCharacters} characters`;
  }
  return null;
}
