import { dateOrderOf, isAmbiguousDate, parseDate } from "./dateTexts";
import type { ColumnOrder, DateOrder } from "./dateTexts";
import { mapHeadings, type ChosenFields, type ImportField } from "./importHeadings";
import type { ImportRow, RowResult } from "./importResults";
import type { Sheet, SheetRow } from "./spreadsheet/sheet";

/** Makes rows to import of a spreadsheet's cells. */

/** The columns that every row needs: a file without them is not the file that the person meant. */
const REQUIRED_FIELDS = [
  "brand",
  "model",
  "serialNumber",
  "imei1",
] as const satisfies ImportField[];

export type SheetColumns = ReturnType<typeof mapHeadings> & {
  /** Required fields that no column has. */
  readonly missing: readonly ImportField[];
  /** The heading of the column with dates, "" without one, and the order that the dates show. */
  readonly dateHeading: string;
  readonly dates: ColumnOrder;
};

/** Finds the field of each column, and the order of the dates. */
export function readColumns({ headings, rows }: Sheet, chosen?: ChosenFields): SheetColumns {
  const mapped = mapHeadings(headings, chosen);
  const at = mapped.fields.indexOf("receiveDate");
  return {
    ...mapped,
    missing: REQUIRED_FIELDS.filter((field) => !mapped.fields.includes(field)),
    dateHeading: headings[at] ?? "",
    dates: dateOrderOf(rows.map(({ cells }) => cells[at] ?? "")),
  };
}

/**
 * Returns the rows to send, and those that cannot be read. Dates are sent as ISO 8601, because only
 * the whole column shows their order; the server checks everything else.
 *
 * @param dateOrder the person's answer where the column does not show it
 */
export function rowsToImport(
  sheet: Pick<Sheet, "rows">,
  { fields, dates }: Pick<SheetColumns, "fields" | "dates">,
  dateOrder?: DateOrder,
): { readonly rows: ImportRow[]; readonly refused: RowResult[] } {
  const order = dateOrder ?? (dates.kind === "known" ? dates.order : undefined);
  const rows: ImportRow[] = [];
  const refused: RowResult[] = [];
  for (const row of sheet.rows) {
    if (row.problem === undefined) rows.push(importRow(row, fields, order));
    else refused.push(brokenRow(row.row, row.problem));
  }
  return { rows, refused };
}

/** The answer to a row that cannot be read. */
export function brokenRow(row: number, reason: string): RowResult {
  return { row, outcome: "refused", problems: [{ code: "ROW_BROKEN", reason }] };
}

/** Leaves out empty cells, which makes requests smaller. */
export function importRow(
  { row, cells }: SheetRow,
  fields: readonly (string | null)[],
  order: DateOrder | undefined,
): ImportRow {
  const byField: Record<string, string> = {};
  fields.forEach((field, column) => {
    const text = cells[column];
    if (field !== null && text)
      byField[field] = field === "receiveDate" ? isoText(text, order) : text;
  });
  return { row, fields: byField };
}

/**
 * Writes a date as ISO 8601. Returns any other text unchanged, which the server refuses by name.
 */
function isoText(text: string, order: DateOrder | undefined): string {
  const at = order === undefined && isAmbiguousDate(text) ? null : parseDate(text, order);
  return at === null ? text : new Date(at).toISOString();
}
