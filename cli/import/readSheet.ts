import { omitUndefined } from "#domain/common/objects";
import type { ParseOptions } from "#domain/imports/spreadsheet/parse";
import type { Sheet } from "#domain/imports/spreadsheet/sheet";
import { note } from "../output";
import { readSpreadsheet } from "../spreadsheet/read";

/** Options of `sms import` about the file, as Commander parses them. */
type Options = {
  readonly [option in "mapped" | "table" | "encoding" | "hidden"]?:
    | ParseOptions[option]
    | undefined;
} & { readonly sheet?: string | undefined };

/**
 * Reads the file of an import, and prints what was read and which options would read it otherwise.
 */
export async function readSheet(
  file: string,
  { mapped, table, encoding, hidden, sheet: sheetName }: Options,
): Promise<Sheet> {
  const options = omitUndefined({ mapped, table, encoding, hidden, sheetName });
  const sheet = await readSpreadsheet(file, options);
  sheet.notes.forEach(note);
  if (sheet.encoding !== undefined && encoding === undefined) {
    note("To read it in another encoding, add --encoding.");
  }
  const { hiddenRows, rows } = sheet;
  if (hiddenRows !== undefined && hidden === undefined) {
    const { count } = hiddenRows;
    note(
      `${count} of ${rows.length + count} rows are hidden and were left out. ` +
        "To import them too, add --hidden import.",
    );
  }
  return sheet;
}
