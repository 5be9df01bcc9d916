import { writeFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import Papa from "papaparse";
import { escapeFormula, unescapeFormula } from "../domain/cells";
import { REPORT_HEADINGS } from "../domain/importHeadings";
import { CliError, EXIT } from "./errors";
import type { RowResult } from "./importer";
import { problemText } from "./importReport";
import { oneLine } from "./output";
import type { Sheet } from "./spreadsheet/sheet";

/** @throws CliError unless refused rows of `source` can be written to `file` */
export function checkErrorsFile(file: string, source: string): void {
  if (extname(file).toLowerCase() !== ".csv") {
    throw new CliError(`--errors ${file}: name a .csv file.`, EXIT.usage);
  }
  if (resolve(file) === resolve(source)) {
    throw new CliError(`--errors ${file} would replace the file that is imported.`, EXIT.usage);
  }
}

/**
 * Writes the refused rows as the person's file has them, with the reasons in front. Once corrected,
 * the file can be imported as it is: an import does not read the two columns that it adds.
 */
export async function writeRefusedRows(
  file: string,
  { headings, rows }: Sheet,
  results: readonly RowResult[],
): Promise<void> {
  const cellsOf = new Map(rows.map(({ row, cells }) => [row, cells]));
  const lines = results.map(({ row, problems = [] }) => [
    String(row),
    escapeFormula(oneLine(problems.map(problemText).join(" | "))),
    ...(cellsOf.get(row) ?? []).map((cell) => escapeFormula(unescapeFormula(cell))),
  ]);
  const { row, reasons } = REPORT_HEADINGS;
  // Excel reads a CSV file as UTF-8 only behind this mark.
  const text = `\ufeff${Papa.unparse([[row, reasons, ...headings], ...lines])}\r\n`;
  await writeFile(file, text).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`${file} cannot be written: ${error.message}.`, EXIT.usage, {
      cause: error,
    });
  });
}
