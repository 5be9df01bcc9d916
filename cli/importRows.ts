import {
  dateOrderOf,
  isAmbiguousDate,
  parseDate,
  type ColumnOrder,
  type DateOrder,
} from "../domain/dateTexts";
import { FIELD_LABELS } from "../domain/fields";
import { mapHeadings, type ChosenFields, type ImportField } from "../domain/importHeadings";
import { CliError, EXIT } from "./errors";
import type { ImportRow, RowResult } from "./importer";
import type { Sheet, SheetRow } from "./spreadsheet/sheet";

/** The columns that every row needs: a file without them is not the file that the person meant. */
const REQUIRED_FIELDS = [
  "brand",
  "model",
  "serialNumber",
  "imei1",
] as const satisfies ImportField[];

export type RowsToImport = {
  readonly rows: readonly ImportRow[];
  /** Rows that cannot be sent. */
  readonly refused: readonly RowResult[];
  readonly notes: readonly string[];
};

/** The person's answers about the sheet: the field of each column, the order of its dates. */
type Choices = { readonly fields?: ChosenFields; readonly dateOrder?: DateOrder | undefined };

/**
 * Maps a sheet's cells to the fields that the headings name. Dates are sent in one form, because
 * only the whole column tells their order; the server checks everything else.
 *
 * @throws CliError when the headings are not those of samples, or the order of the dates is unclear
 */
export function rowsToImport(sheet: Sheet, choices: Choices = {}): RowsToImport {
  const { fields, ignored } = fieldsOf(sheet, choices.fields);
  const good = sheet.rows.filter(({ problem }) => problem === undefined);
  const readDate = dateReader(good, fields.indexOf("receiveDate"), sheet.headings, choices);
  return {
    rows: good.map((row) => ({ row: row.row, fields: cellsByField(row, fields, readDate) })),
    refused: sheet.rows.flatMap(({ row, problem }) =>
      problem === undefined
        ? []
        : [{ row, outcome: "refused", problems: [{ code: "ROW_BROKEN", reason: problem }] }],
    ),
    notes: ignored.length > 0 ? [notTaken(ignored)] : [],
  };
}

function notTaken(headings: readonly string[]): string {
  const names = headings.join(", ");
  return `Columns left out: ${names}. To take one, add --map "${headings[0]}=FIELD".`;
}

function fieldsOf({ headings }: Sheet, chosen: ChosenFields = new Map()) {
  const absent = [...chosen.keys()].find((heading) => !headings.includes(heading));
  if (absent !== undefined) {
    throw new CliError(
      `--map names "${absent}", but the headings are: ${headings.join(", ")}.`,
      EXIT.usage,
    );
  }
  const mapped = mapHeadings(headings, chosen);
  const missing = REQUIRED_FIELDS.filter((field) => !mapped.fields.includes(field));
  if (missing.length > 0) {
    const names = missing.map((field) => `${field} ("${FIELD_LABELS[field]}")`).join(", ");
    const found = headings.filter((heading) => heading !== "").join(", ");
    throw new CliError(
      `No row has the headings of samples: there is none for ${names}. ` +
        `Found: ${found}. To name a column's field, add --map "HEADING=${missing[0]}".`,
      EXIT.usage,
    );
  }
  return mapped;
}

/**
 * Makes a function that writes a date of the column as ISO 8601, and leaves a text that is no date
 * to the server's refusal, which names it.
 */
function dateReader(
  rows: readonly SheetRow[],
  column: number,
  headings: readonly string[],
  { dateOrder }: Choices,
): (text: string) => string {
  const found = dateOrderOf(rows.map(({ cells }) => cells[column] ?? ""));
  const order = dateOrder ?? orderOrThrow(found, headings[column] ?? "");
  return (text) => {
    const at = order === undefined && isAmbiguousDate(text) ? null : parseDate(text, order);
    return at === null ? text : new Date(at).toISOString();
  };
}

/** @throws CliError for an unclear order, naming the column, an example, and the option that decides */
function orderOrThrow(found: ColumnOrder, heading: string): DateOrder | undefined {
  switch (found.kind) {
    case "none":
      return undefined;
    case "known":
      return found.order;
    case "either":
      throw new CliError(
        `Column "${heading}": "${found.example}" can be two days, and no date of the column tells ` +
          "which. Add --date-order dmy (day first) or --date-order mdy (month first).",
        EXIT.usage,
      );
    case "mixed":
      throw new CliError(
        `Column "${heading}": "${found.dayFirst}" has its day first, "${found.monthFirst}" its ` +
          "month. Correct them, or add --date-order dmy or mdy, which refuses those of the other order.",
        EXIT.usage,
      );
  }
}

/** Leaves out empty cells, which makes requests smaller. */
function cellsByField(
  { cells }: SheetRow,
  fields: readonly (ImportField | null)[],
  readDate: (text: string) => string,
) {
  const byField: Record<string, string> = {};
  fields.forEach((field, column) => {
    const text = cells[column];
    if (field !== null && text) byField[field] = field === "receiveDate" ? readDate(text) : text;
  });
  return byField;
}
