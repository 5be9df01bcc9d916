import { existsSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { dirname, extname, resolve } from "node:path";
import { csvFile } from "#domain/files/csvText";
import type { ExportColumn } from "#domain/exports/exportColumns";
import { exportWriter } from "#domain/exports/exportWriter";
import { refusedRowCells } from "#domain/imports/refusedRows";
import type { RowResult } from "#domain/imports/importResults";
import type { Sheet } from "#domain/imports/spreadsheet/sheet";
import { withDraft } from "../draft";
import { cannotWrite, CliError, EXIT, noFolder } from "../errors";

/** Encodes cells as a file; the first line has the headings. */
type Format = (cells: readonly string[][]) => Uint8Array | Promise<Uint8Array>;

const FORMATS: Readonly<Record<string, Format>> = { ".csv": csvBytes, ".xlsx": workbookBytes };

/**
 * @param isResumed true if the import continues an interrupted one, whose refused rows may be in
 *   `file`
 * @throws CliError unless refused rows of `source` can be written to `file`
 */
export function checkErrorsFile(file: string, source: string, isResumed: boolean): void {
  if (formatOf(file) === undefined) {
    throw new CliError(`--errors ${file}: name a .csv or .xlsx file.`, EXIT.usage);
  }
  if (resolve(file) === resolve(source)) {
    throw new CliError(`--errors ${file} would replace the file that is imported.`, EXIT.usage);
  }
  if (!existsSync(dirname(resolve(file)))) throw noFolder(file);
  if (isResumed && existsSync(file)) {
    throw new CliError(
      `--errors ${file} is there already and may hold the refused rows of the first part: ` +
        "name another file.",
      EXIT.usage,
    );
  }
}

/**
 * Writes the refused rows in the format of the file's extension, to be corrected and imported. Like
 * an export, the file is readable by its owner only, and replaces an existing one.
 */
export async function writeRefusedRows(
  file: string,
  sheet: Sheet,
  results: readonly RowResult[],
): Promise<void> {
  const format = formatOf(file);
  if (format === undefined) throw new Error(`No format for ${file}`);
  const bytes = await format(refusedRowCells(sheet, results));
  const fail = (error: NodeJS.ErrnoException): never => {
    throw cannotWrite(file, error);
  };
  await withDraft(file, async (draft) => {
    await writeFile(draft, bytes).catch(fail);
    await rename(draft, file).catch(fail);
  });
}

const formatOf = (file: string) => FORMATS[extname(file).toLowerCase()];

function csvBytes(cells: readonly string[][]): Uint8Array {
  return Buffer.from(csvFile(cells));
}

/** Workbook cells are typed as text, so no cell runs as a formula. */
async function workbookBytes([headings = [], ...lines]: readonly string[][]): Promise<Uint8Array> {
  // A row may have been refused for having more cells than there are headings.
  const width = lines.reduce((most, { length }) => Math.max(most, length), headings.length);
  const columns = Array.from({ length: width }, (_, index): ExportColumn => ({
    field: headings[index] ?? "",
    label: headings[index] ?? "",
    isDate: false,
    value: (row) => (row as readonly string[])[index],
  }));
  const pieces: Uint8Array[] = [];
  const writer = exportWriter("xlsx", columns, (piece) => void pieces.push(piece));
  await writer.write(lines);
  await writer.end();
  return Buffer.concat(pieces);
}
