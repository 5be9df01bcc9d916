import type { CellObject } from "xlsx";
import type { CellFault } from "./sheet";

/**
 * Returns a cell as text. Numbers keep every digit (General would show an IMEI as 3.57E+14) and the
 * zeros and separators that their format adds; dates are written 2025-12-31, and with their time,
 * 2025-12-31T14:05:00Z, where they have one. A number that lost digits is written with an exponent,
 * by which an import refuses it; one that is no date as `NO_DATE`.
 */
export function cellText(cell: CellObject | undefined): string {
  const value = cell?.v;
  if (!cell || value === undefined || value === null) return "";
  if (value instanceof Date) return isDate(value) ? dateText(value) : NO_DATE;
  if (typeof value !== "number" || cell.t !== "n") return cell.w ?? String(value);
  if (isRounded(value)) return value.toExponential();
  return Number.isSafeInteger(value) ? formattedDigits(value, cell) : String(value);
}

/** Returns why the text of a cell may not be what the person sees or meant; null for most cells. */
export function faultOf(cell: CellObject | undefined): CellFault | null {
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
