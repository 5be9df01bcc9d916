import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { utils, write, type WorkSheet } from "xlsx";

/** Real device data: see its README. */
export const DATA = new URL("../../data/", import.meta.url).pathname;

/** Writes `content` to a new temporary folder. */
export function fileWith(name: string, content: string | Uint8Array): string {
  const file = join(mkdtempSync(join(tmpdir(), "sms-cli-")), name);
  writeFileSync(file, content);
  return file;
}

/** An .xlsx of rows of cells; `adjust` may change the sheet before it is written. */
export function workbookOf(rows: unknown[][], adjust: (sheet: WorkSheet) => void = () => {}) {
  return workbookOfSheets({ Sheet1: rows }, adjust);
}

/** An .xlsx of several sheets, each of rows of cells. */
export function workbookOfSheets(
  sheets: Readonly<Record<string, unknown[][]>>,
  adjust: (sheet: WorkSheet) => void = () => {},
) {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(rows);
    adjust(sheet);
    utils.book_append_sheet(book, sheet, name);
  }
  return write(book, { type: "buffer", bookType: "xlsx", compression: true }) as Buffer;
}
