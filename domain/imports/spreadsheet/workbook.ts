import { read, type CellObject, type ParsingOptions, type WorkBook, type WorkSheet } from "xlsx";
import { columnName } from "../../files/cells";
import { findHeadingRow, HEADING_ROWS, type IsHeading } from "../importHeadings";
import { UnreadableSheet, type CellFault, type SheetRow } from "./sheet";

/** A row of a workbook; a hidden one is not shown by the spreadsheet program. */
export type WorkbookRow = SheetRow & { readonly isHidden?: boolean };

/** The rows of one sheet of a workbook, and the names of all its sheets. */
type WorkbookRows = {
  readonly rows: WorkbookRow[];
  readonly notes: readonly string[];
  readonly sheetName: string;
  readonly sheetNames: readonly string[];
};

type ReadOptions = {
  /** The name of the sheet to read. */
  readonly chosen: string | undefined;
  readonly isHeading: IsHeading;
};

/**
 * Reads the rows of the chosen sheet, or of the visible sheet that has the most headings: of
 * several, the one named Sheet1, else the first one. Cells are read as the person sees them. Only
 * cells that exist are visited: a sheet may claim to reach XFD1048576 and hold three.
 *
 * @param content an archive of `plainArchive`, an .xls, or the text of an HTML or XML table
 * @throws UnreadableSheet for a damaged workbook, and for a name that no sheet has
 */
export function readWorkbook(
  content: Uint8Array | string,
  { chosen, isHeading }: ReadOptions,
): WorkbookRows {
  const workbook = parse(content);
  const { SheetNames: sheetNames, Sheets: sheets } = workbook;
  if (chosen !== undefined && !sheetNames.includes(chosen)) {
    throw new UnreadableSheet(`no sheet is named "${chosen}"; it has ${sheetNames.join(", ")}`);
  }
  const isHidden = hiddenSheets(workbook);
  const sheetName = chosen ?? bestSheet(workbook, isHidden, isHeading);
  const sheet = sheetName === undefined ? undefined : sheets[sheetName];
  if (sheetName === undefined || !sheet) throw new UnreadableSheet("it has no sheet with cells");
  const others = chosen === undefined ? sheetNames.filter((name) => name !== sheetName) : [];
  const named = others.map((name) => (isHidden(name) ? `${name} (hidden)` : name));
  const { rows, filled } = rowsOf(sheet);
  return {
    rows,
    notes: [
      ...(others.length === 0 ? [] : [`Read sheet ${sheetName}; left out ${named.join(", ")}.`]),
      ...mergeNotes(filled),
      ...hiddenColumnNotes(sheet, rows),
    ],
    sheetName,
    sheetNames,
  };
}

function parse(content: Uint8Array | string): WorkBook {
  const options: ParsingOptions = {
    dense: true,
    cellDates: true,
    UTC: true,
    cellHTML: false,
    cellNF: true,
    // Reads cells with a formula and no value.
    sheetStubs: true,
    // Reads which rows and columns are hidden, for two thirds more memory.
    cellStyles: mayHide(content),
  };
  try {
    return typeof content === "string"
      ? read(content, { ...options, type: "string", raw: true })
      : read(content, { ...options, type: "array" });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UnreadableSheet(explained(reason), { cause: error });
  }
}

/** Explains a message of SheetJS. */
function explained(reason: string): string {
  if (/password|encrypt/i.test(reason)) return "it is protected by a password; save it without one";
  if (!reason.includes("find Workbook stream")) return `it is damaged (${reason})`;
  return "it is another Office file, such as a .doc or .msg; copy its table into a spreadsheet";
}

/** Bytes of an archive that are searched at a time, and the longest tag that two parts may cut. */
const SEARCHED_BYTES = 1024 * 1024;
const TAG_BYTES = 1_024;

/**
 * Returns false only for an archive made by `plainArchive` in which no row or column is hidden. It
 * does not search other files.
 */
function mayHide(content: Uint8Array | string): boolean {
  if (typeof content === "string" || content[0] !== "P".charCodeAt(0)) return true;
  const decoder = new TextDecoder();
  for (let at = 0; at < content.length; at += SEARCHED_BYTES) {
    const xml = decoder.decode(content.subarray(at, at + SEARCHED_BYTES + TAG_BYTES));
    if (/<(?:\w+:)?(?:row|col)\s[^<>]*hidden=["'](?:1|true|on)["']/.test(xml)) return true;
  }
  return false;
}

function hiddenSheets({ SheetNames, Workbook }: WorkBook): (name: string) => boolean {
  const hidden = new Set(SheetNames.filter((_, index) => Workbook?.Sheets?.[index]?.Hidden));
  return (name) => hidden.has(name);
}

/** Returns the name of the visible sheet to read; undefined when none has text. */
function bestSheet(
  { SheetNames, Sheets }: WorkBook,
  isHidden: (name: string) => boolean,
  isHeading: IsHeading,
): string | undefined {
  const visible = SheetNames.filter((name) => !isHidden(name));
  const inOrder = visible.toSorted((one, other) => +(other === "Sheet1") - +(one === "Sheet1"));
  const candidates = inOrder.map((name) => ({ name, rows: firstTexts(Sheets[name]) }));
  const filled = candidates.filter(({ rows }) => rows.length > 0);
  const [best] = (filled.length > 0 ? filled : candidates)
    .map(({ name, rows }) => ({ name, ...findHeadingRow(rows, isHeading) }))
    .sort((one, other) => other.headings - one.headings);
  return best?.name;
}

/** Returns the texts of the first non-empty rows, one of which should hold the headings. */
function firstTexts(sheet: WorkSheet | undefined): string[][] {
  const found: string[][] = [];
  // Unlike a loop, this visits only the rows that there are.
  cellsOf(sheet).some((cells) => {
    const texts = Array.from(cells, trimmedText);
    if (texts.some((text) => text !== "")) found.push(texts);
    return found.length === HEADING_ROWS;
  });
  return found;
}

const trimmedText = (cell: CellObject | undefined) => cellText(cell).trim();

type DenseCells = (CellObject | undefined)[][];
const cellsOf = (sheet: WorkSheet | undefined) => (sheet?.["!data"] ?? []) as DenseCells;

function rowsOf(sheet: WorkSheet) {
  const cellsOfRows = cellsOf(sheet);
  const filled = fillMerged(sheet, cellsOfRows);
  const rows: WorkbookRow[] = [];
  cellsOfRows.forEach((cells, index) => {
    const faults: Record<number, CellFault> = {};
    cells.forEach((cell, column) => {
      const fault = faultOf(cell);
      if (fault !== null) faults[column] = fault;
    });
    rows.push({
      row: index + 1,
      cells: Array.from(cells, cellText),
      ...(Object.keys(faults).length > 0 && { faults }),
      ...(sheet["!rows"]?.[index]?.hidden && { isHidden: true }),
    });
    cellsOfRows[index] = []; // makes room for the texts of the next rows
  });
  return { rows, filled };
}

/**
 * Copies the cell of each merged range into the other rows of the range that have some text: only
 * the first row holds it, and the person sees it for all.
 *
 * @returns the ranges that were filled, such as `A2:A5`
 */
function fillMerged(sheet: WorkSheet, cellsOfRows: DenseCells): string[] {
  const filled: string[] = [];
  for (const { s: start, e: end } of sheet["!merges"] ?? []) {
    const cell = cellsOfRows[start.r]?.[start.c];
    if (end.r === start.r || trimmedText(cell) === "") continue;
    const rows = cellsOfRows
      .slice(start.r + 1, end.r + 1)
      .filter((cells) => cells?.some(trimmedText));
    for (const cells of rows) cells[start.c] = cell;
    const column = columnName(start.c);
    if (rows.length > 0) filled.push(`${column}${start.r + 1}:${column}${end.r + 1}`);
  }
  return filled;
}

/** Maximum number of merged ranges that a note lists. */
const NAMED_RANGES = 5;

function mergeNotes(filled: readonly string[]): string[] {
  if (filled.length === 0) return [];
  const more = filled.length - NAMED_RANGES;
  const named = filled.slice(0, NAMED_RANGES).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return [`Merged cells were read as the value of each of their rows: ${named}.`];
}

/** Returns a note that names hidden columns with values, which are read like the others. */
function hiddenColumnNotes(sheet: WorkSheet, rows: readonly WorkbookRow[]): string[] {
  const columns = (sheet["!cols"] ?? []).flatMap((column, index) => {
    const isFilled = () => rows.some(({ cells }) => cells[index]?.trim());
    return column?.hidden && isFilled() ? [columnName(index)] : [];
  });
  return columns.length === 0 ? [] : [`Hidden columns were also read: ${columns.join(", ")}.`];
}

/**
 * Returns a cell as text. Numbers keep every digit (General would show an IMEI as 3.57E+14) and the
 * zeros and separators that their format adds; dates are written 2025-12-31, and with their time,
 * 2025-12-31T14:05:00Z, where they have one. A number that lost digits is written with an exponent,
 * by which an import refuses it; one that is no date as `NO_DATE`.
 */
function cellText(cell: CellObject | undefined): string {
  const value = cell?.v;
  if (!cell || value === undefined || value === null) return "";
  if (value instanceof Date) return isDate(value) ? dateText(value) : NO_DATE;
  if (typeof value !== "number" || cell.t !== "n") return cell.w ?? String(value);
  if (isRounded(value)) return value.toExponential();
  return Number.isSafeInteger(value) ? formattedDigits(value, cell) : String(value);
}

/** Returns why the text of a cell may not be what the person sees or meant; null for most cells. */
function faultOf(cell: CellObject | undefined): CellFault | null {
  if (cell?.v instanceof Date) return "date";
  return cell?.f !== undefined && cell.t === "z" ? "formula" : null;
}

/**
 * A number beyond all dates in a cell that is formatted as one, which Excel shows as `####`. It is
 * written like an error, so that an import refuses the cell.
 */
const NO_DATE = "#DATE!";
const isDate = (value: Date) => !Number.isNaN(value.getTime());

/** Excel keeps 15 digits of a number that is typed, and writes zeros for the others. */
function isRounded(value: number): boolean {
  return Math.abs(value) >= 1e15 && (value % 10 === 0 || !Number.isSafeInteger(value));
}

/** Formats of places for digits with separators between them: `000000`, `00-000000-000000-0`. */
const OF_CODES = /^[0#](?:[0#]|[-/ ]|\\[-/. ]|"[-/. ]+")*$/;

/**
 * Returns a whole number as its format shows it, if that adds zeros or separators and no more. The
 * groups of thousands of a quantity are no part of a number.
 */
function formattedDigits(value: number, { z, w = "" }: CellObject): string {
  const digits = String(value);
  const shown = w.trim();
  const format = String(z ?? "");
  if (!OF_CODES.test(format)) return digits;
  return shown.replace(/\D/g, "").replace(/^0+/, "") === digits ? shown : digits;
}

/** Excel's dates are days with a fraction, which is a few µs off the second that was meant. */
function dateText(date: Date): string {
  const second = new Date(Math.round(date.getTime() / 1_000) * 1_000);
  const text = second.toISOString().replace(".000", "");
  return text.endsWith("T00:00:00Z") ? text.slice(0, 10) : text;
}
