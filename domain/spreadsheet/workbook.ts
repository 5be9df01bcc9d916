import { read, type CellObject, type WorkSheet } from "xlsx";
import { UnreadableSheet, type SheetRow } from "./sheet";

/** The rows of one sheet of a workbook, and the names of all its sheets. */
type WorkbookRows = {
  readonly rows: SheetRow[];
  readonly sheetName: string;
  readonly sheetNames: readonly string[];
};

/**
 * Reads the rows of the sheet with this name, else of the one named Sheet1, else of the first
 * one; of these two, an empty sheet is passed over. Cells are read as the person sees them. Only
 * cells that exist are visited: a sheet may claim to reach XFD1048576 and hold three.
 *
 * @param bytes an .xlsx that passed checkZip, or an .xls
 * @throws UnreadableSheet for a damaged workbook, and for a name that no sheet has
 */
export function readWorkbook(bytes: Uint8Array, chosen?: string): WorkbookRows {
  const workbook = parse(bytes);
  const { SheetNames: sheetNames, Sheets: sheets } = workbook;
  if (chosen !== undefined && !sheetNames.includes(chosen)) {
    throw new UnreadableSheet(`no sheet is named "${chosen}"; it has ${sheetNames.join(", ")}`);
  }
  const inOrder = ["Sheet1", ...sheetNames].filter((name) => sheets[name] !== undefined);
  const byDefault = inOrder.find((name) => hasText(sheets[name])) ?? inOrder[0];
  const sheetName = chosen ?? byDefault ?? "";
  const sheet = sheets[sheetName];
  if (!sheet) throw new UnreadableSheet("it has no sheet with cells");
  return { rows: rowsOf(sheet), sheetName, sheetNames };
}

function parse(bytes: Uint8Array) {
  try {
    return read(bytes, {
      type: "array",
      dense: true,
      cellDates: true,
      UTC: true,
      cellHTML: false,
      cellNF: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isProtected = /password|encrypt/i.test(reason);
    throw new UnreadableSheet(
      isProtected
        ? "it is protected by a password; save it without one"
        : `it is damaged (${reason})`,
      { cause: error },
    );
  }
}

type DenseCells = readonly (readonly (CellObject | undefined)[])[];
const cellsOf = (sheet: WorkSheet | undefined) => (sheet?.["!data"] ?? []) as DenseCells;

function hasText(sheet: WorkSheet | undefined): boolean {
  return cellsOf(sheet).some((cells) => cells.some((cell) => cellText(cell).trim() !== ""));
}

function rowsOf(sheet: WorkSheet): SheetRow[] {
  const rows: SheetRow[] = [];
  cellsOf(sheet).forEach((cells, index) => {
    rows.push({ row: index + 1, cells: Array.from(cells, cellText) });
  });
  return rows;
}

/**
 * Returns a cell as text. Numbers keep every digit (General would show an IMEI as 3.57E+14) and the
 * leading zeros that a format such as 000000000000000 shows; dates are written 2025-12-31, and
 * with their time, 2025-12-31T14:05:00Z, where they have one. A number that lost digits is
 * written with an exponent, by which an import refuses it; one that is no date as `NO_DATE`.
 */
function cellText(cell: CellObject | undefined): string {
  const value = cell?.v;
  if (!cell || value === undefined || value === null) return "";
  if (value instanceof Date) return isDate(value) ? dateText(value) : NO_DATE;
  if (typeof value !== "number" || cell.t !== "n") return cell.w ?? String(value);
  if (isRounded(value)) return value.toExponential();
  const zeros = /^0+$/.exec(String(cell.z ?? ""));
  if (Number.isSafeInteger(value)) return String(value).padStart(zeros?.[0].length ?? 0, "0");
  return String(value);
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

/** Excel's dates are days with a fraction, which is a few µs off the second that was meant. */
function dateText(date: Date): string {
  const second = new Date(Math.round(date.getTime() / 1_000) * 1_000);
  const text = second.toISOString().replace(".000", "");
  return text.endsWith("T00:00:00Z") ? text.slice(0, 10) : text;
}
