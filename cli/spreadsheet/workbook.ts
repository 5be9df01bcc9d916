import { read, type CellObject, type WorkSheet } from "xlsx";
import { UnreadableSheet, type SheetRow } from "./sheet";

/**
 * Reads the rows of the sheet named Sheet1, else of the first one, with cells as the person sees
 * them. Only cells that exist are visited: a sheet may claim to reach XFD1048576 and hold three.
 *
 * @param bytes an .xlsx that passed checkZip, or an .xls
 */
export function readWorkbook(bytes: Buffer): { rows: SheetRow[]; notes: string[] } {
  const workbook = parse(bytes);
  const name = workbook.SheetNames.includes("Sheet1") ? "Sheet1" : workbook.SheetNames[0];
  const sheet = name === undefined ? undefined : workbook.Sheets[name];
  if (!sheet) throw new UnreadableSheet("it has no sheet with cells");
  const others = workbook.SheetNames.filter((other) => other !== name);
  const notes = others.length > 0 ? [`Read sheet ${name}; left out ${others.join(", ")}.`] : [];
  return { rows: rowsOf(sheet), notes };
}

function parse(bytes: Buffer) {
  try {
    return read(bytes, {
      type: "buffer",
      dense: true,
      cellDates: true,
      UTC: true,
      cellHTML: false,
      cellNF: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const secret = /password|encrypt/i.test(reason);
    throw new UnreadableSheet(
      secret ? "it is protected by a password; save it without one" : `it is damaged (${reason})`,
      { cause: error },
    );
  }
}

function rowsOf(sheet: WorkSheet): SheetRow[] {
  const dense = (sheet["!data"] ?? []) as (CellObject | undefined)[][];
  const rows: SheetRow[] = [];
  dense.forEach((cells, index) => {
    rows.push({ row: index + 1, cells: Array.from(cells, cellText) });
  });
  return rows;
}

/**
 * Returns a cell as text. Numbers keep every digit (General would show an IMEI as 3.57E+14) and the
 * leading zeros that a format such as 000000000000000 shows; dates are written 2025-12-31, and
 * with their time, 2025-12-31T14:05:00Z, where they have one.
 */
function cellText(cell: CellObject | undefined): string {
  const value = cell?.v;
  if (!cell || value === undefined || value === null) return "";
  if (value instanceof Date) return dateText(value);
  if (typeof value !== "number" || cell.t !== "n") return cell.w ?? String(value);
  const zeros = /^0+$/.exec(String(cell.z ?? ""));
  if (Number.isSafeInteger(value)) return String(value).padStart(zeros?.[0].length ?? 0, "0");
  return String(value);
}

/** Excel's dates are days with a fraction, which is a few µs off the second that was meant. */
function dateText(date: Date): string {
  const second = new Date(Math.round(date.getTime() / 1_000) * 1_000);
  const text = second.toISOString().replace(".000", "");
  return text.endsWith("T00:00:00Z") ? text.slice(0, 10) : text;
}
