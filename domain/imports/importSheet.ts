/** Converts a spreadsheet's cells to rows for an import. */
import { columnName } from "../files/cells";
import { dateOrderOf, isAmbiguousDate, parseDate } from "../common/dateTexts";
import type { ColumnOrder, DateOrder } from "../common/dateTexts";
import { refusalOf } from "../common/errors";
import { FIELD_LABELS } from "../samples/fields";
import { mapHeadings, type ChosenFields, type ImportField } from "./importHeadings";
import type { ImportRow, RowProblem, RowResult } from "./importResults";
import type { Sheet, SheetRow } from "./spreadsheet/sheet";

/** Columns that every row needs; without them, the person has probably chosen the wrong file. */
const REQUIRED_FIELDS = [
  "brand",
  "model",
  "serialNumber",
  "imei1",
] as const satisfies ImportField[];

export type SheetColumns = ReturnType<typeof mapHeadings> & {
  /** Required fields without a column. */
  readonly missing: readonly ImportField[];
  /** Heading of the date column, "" if there is none, and the order inferred from its dates. */
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
 * Returns the rows to send, and the results of rows that cannot be read. Dates are sent as ISO
 * 8601, because only the whole column shows their order; the server checks everything else.
 *
 * @param dateOrder the person's answer if the column does not show the order
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
 * Returns the result of a row that cannot be read, or in which a cell of a used column differs from
 * what the person sees; null for any other row.
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

/** Leaves out empty cells, to keep requests small. */
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
 * Converts a date to ISO 8601. Returns any other text unchanged; the server then names it in a
 * refusal.
 */
function isoText(text: string, order: DateOrder | undefined): string {
  const at = order === undefined && isAmbiguousDate(text) ? null : parseDate(text, order);
  return at === null ? text : new Date(at).toISOString();
}
