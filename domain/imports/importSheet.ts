import { columnName } from "../files/cells";
import { dateOrderOf, isAmbiguousDate, parseDate } from "../common/dateTexts";
import type { ColumnOrder, DateOrder } from "../common/dateTexts";
import { refusalOf } from "../common/errors";
import { FIELD_LABELS } from "../samples/fields";
import { mapHeadings, type ChosenFields, type ImportField } from "./importHeadings";
import type { ImportRow, RowProblem, RowResult } from "./importResults";
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
    const broken = unreadableRow(row, fields, FIELD_LABELS);
    if (broken === null) rows.push(importRow(row, fields, order));
    else refused.push(broken);
  }
  return { rows, refused };
}

/**
 * Returns the answer to a row that cannot be read, or of which a cell in a column that is read is
 * not what the person sees; null for any other row.
 */
export function unreadableRow<Field extends string>(
  { row, cells, problem, faults = {} }: SheetRow,
  fields: readonly (Field | null)[],
  labels: Readonly<Record<Field, string>>,
): RowResult | null {
  if (problem !== undefined) {
    return { row, outcome: "refused", problems: [{ code: "ROW_BROKEN", reason: problem }] };
  }
  const problems = Object.entries(faults).flatMap(([column, fault]): RowProblem[] => {
    const field = fields[Number(column)] ?? null;
    if (field === null || (fault === "date" && field === "receiveDate")) return [];
    const value = cells[Number(column)] ?? "";
    const cell = `${columnName(Number(column))}${row}`;
    const code = fault === "date" ? "CELL_DATE" : "CELL_FORMULA";
    const reason = refusalOf(code, { label: labels[field], value, cell }).message;
    return [{ code, reason, field, value }];
  });
  return problems.length === 0 ? null : { row, outcome: "refused", problems };
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
