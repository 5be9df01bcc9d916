import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { utils, write, type WorkSheet } from "xlsx";

/** Real device data: its README. */
export const DATA = new URL("../data/", import.meta.url).pathname;

/** Writes `content` to a fresh temporary folder. */
export function fileWith(name: string, content: string | Uint8Array): string {
  const file = join(mkdtempSync(join(tmpdir(), "sms-cli-")), name);
  writeFileSync(file, content);
  return file;
}

/** An .xlsx of rows of cells; `adjust` may change the sheet before it is written. */
export function workbookOf(rows: unknown[][], adjust: (sheet: WorkSheet) => void = () => {}) {
  const sheet = utils.aoa_to_sheet(rows);
  adjust(sheet);
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "Sheet1");
  return write(book, { type: "buffer", bookType: "xlsx", compression: true }) as Buffer;
}
