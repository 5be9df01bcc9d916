import type { ColumnOrder, DateOrder } from "#domain/common/dateTexts";
import { FIELD_LABELS } from "#domain/samples/fields";
import type { ChosenFields } from "#domain/imports/importHeadings";
import type { ImportRow, RowResult } from "#domain/imports/importResults";
import { readColumns, rowsToImport, type SheetColumns } from "#domain/imports/importSheet";
import type { Sheet } from "#domain/imports/spreadsheet/sheet";
import { CliError, EXIT } from "../errors";

export type RowsToImport = {
  readonly rows: readonly ImportRow[];
  /** Rows that cannot be sent. */
  readonly refused: readonly RowResult[];
  readonly notes: readonly string[];
};

/** The user's answers about the sheet: the field of each column, the order of its dates. */
type Choices = { readonly fields?: ChosenFields; readonly dateOrder?: DateOrder | undefined };

/**
 * Maps a sheet's cells to the fields named by its headings.
 *
 * @throws CliError if the headings are not a sample's, or the order of the dates is unclear
 */
export function readRows(sheet: Sheet, { fields, dateOrder }: Choices = {}): RowsToImport {
  refuseUnknownHeadings(sheet, fields);
  const columns = readColumns(sheet, fields);
  refuseMissingColumns(sheet, columns);
  if (dateOrder === undefined) refuseUnclearDates(columns.dates, columns.dateHeading);
  const { ignored } = columns;
  return {
    ...rowsToImport(sheet, columns, dateOrder),
    notes: ignored.length > 0 ? [ignoredColumnsNote(ignored)] : [],
  };
}

/** Lists the columns without a field, and the option that assigns one. */
export function ignoredColumnsNote(headings: readonly string[]): string {
  const names = headings.join(", ");
  return `Columns left out: ${names}. To take one, add --map "${headings[0]}=FIELD".`;
}

/** @throws CliError if the sheet lacks a heading to which the user assigned a field */
export function refuseUnknownHeadings(
  { headings }: Sheet,
  chosen: ReadonlyMap<string, unknown> = new Map(),
): void {
  const absent = [...chosen.keys()].find((heading) => !headings.includes(heading));
  if (absent === undefined) return;
  throw new CliError(
    `--map names "${absent}", but the headings are: ${headings.join(", ")}.`,
    EXIT.usage,
  );
}

function refuseMissingColumns(sheet: Sheet, { missing }: SheetColumns): void {
  if (missing.length === 0) return;
  const names = missing.map((field) => `${field} ("${FIELD_LABELS[field]}")`).join(", ");
  const found = sheet.headings.filter((heading) => heading !== "").join(", ");
  throw new CliError(
    `No row has the headings of samples: there is none for ${names}. ` +
      `Found: ${found}. To name a column's field, add --map "HEADING=${missing[0]}".` +
      otherSheets(sheet),
    EXIT.usage,
  );
}

/** Lists the sheets that were not read, and the option that chooses one; "" if there are none. */
export function otherSheets({ sheetName, sheetNames = [] }: Sheet): string {
  const others = sheetNames.filter((name) => name !== sheetName);
  if (others.length === 0) return "";
  return ` To read another sheet (${others.join(", ")}), add --sheet "${others[0]}".`;
}

/** @throws CliError that names the column, an example, and the option that decides */
function refuseUnclearDates(found: ColumnOrder, heading: string): void {
  if (found.kind === "either") {
    throw new CliError(
      `Column "${heading}": "${found.example}" could be two different days, and no other date in the ` +
        "column settles it. Add --date-order dmy (day first) or --date-order mdy (month first).",
      EXIT.usage,
    );
  }
  if (found.kind === "mixed") {
    throw new CliError(
      `Column "${heading}": "${found.dayFirst}" has its day first, "${found.monthFirst}" its ` +
        "month. Correct them, or add --date-order dmy or mdy, which refuses those of the other order.",
      EXIT.usage,
    );
  }
}
