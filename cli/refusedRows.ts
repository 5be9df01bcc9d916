import { writeFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import Papa from "papaparse";
import { refusedRowCells } from "../domain/refusedRows";
import type { RowResult } from "../domain/importResults";
import type { Sheet } from "../domain/spreadsheet/sheet";
import { CliError, EXIT } from "./errors";

/** @throws CliError unless refused rows of `source` can be written to `file` */
export function checkErrorsFile(file: string, source: string): void {
  if (extname(file).toLowerCase() !== ".csv") {
    throw new CliError(`--errors ${file}: name a .csv file.`, EXIT.usage);
  }
  if (resolve(file) === resolve(source)) {
    throw new CliError(`--errors ${file} would replace the file that is imported.`, EXIT.usage);
  }
}

/** Writes the refused rows as CSV, to correct and import. */
export async function writeRefusedRows(
  file: string,
  sheet: Sheet,
  results: readonly RowResult[],
): Promise<void> {
  // Excel reads a CSV file as UTF-8 only behind this mark.
  const text = `\ufeff${Papa.unparse(refusedRowCells(sheet, results))}\r\n`;
  await writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${file} cannot be written: ${error.message}.`, EXIT.usage, {
      cause: error,
    });
  });
}
