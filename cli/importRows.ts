import { FIELD_LABELS } from "../domain/fields";
import { mapHeadings, type ImportField } from "../domain/importRows";
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

/**
 * Maps a sheet's cells to the fields that the headings name. The server checks their content.
 *
 * @throws CliError when the headings are not those of samples
 */
export function rowsToImport(sheet: Sheet): RowsToImport {
  const { fields, ignored } = mapHeadings(sheet.headings);
  const missing = REQUIRED_FIELDS.filter((field) => !fields.includes(field));
  if (missing.length > 0) {
    const names = missing.map((field) => `${field} ("${FIELD_LABELS[field]}")`).join(", ");
    throw new CliError(
      `The first row must hold the headings, but there is none for ${names}.`,
      EXIT.usage,
    );
  }
  const good = sheet.rows.filter(({ problem }) => problem === undefined);
  return {
    rows: good.map((row) => ({ row: row.row, fields: cellsByField(row, fields) })),
    refused: sheet.rows.flatMap(({ row, problem }) =>
      problem === undefined ? [] : [{ row, outcome: "refused", reason: problem }],
    ),
    notes: ignored.length > 0 ? [`Columns left out: ${ignored.join(", ")}.`] : [],
  };
}

/** Leaves out empty cells, which makes requests smaller. */
function cellsByField({ cells }: SheetRow, fields: readonly (ImportField | null)[]) {
  const byField: Record<string, string> = {};
  fields.forEach((field, column) => {
    const text = cells[column];
    if (field !== null && text) byField[field] = text;
  });
  return byField;
}
