import { EMPLOYEE_COLUMNS, PERSON_STATUSES, personStatus } from "../people/employeeTable";
import { changesText } from "../samples/fieldChanges";
import { FIELD_LABELS, HISTORY_COLUMNS, SAMPLE_FIELDS } from "../samples/fields";
import { UNDONE_CHOICES, UNDONE_FILTER } from "../samples/historyTable";
import { NO_IMEI } from "../samples/noImei";
import { keysOf } from "../common/objects";
import { DETAIL_TEXTS, type RequestDetails } from "../custody/requestDetails";
import { HISTORY_ACTIONS, ROLES } from "../custody/workflow";
import { STATUSES } from "../custody/statuses";
import { ITEM_STATES, type ItemState } from "../stockTakes/stockTake";
import type { FilterColumn } from "../tables/tableFilters";

/** The tables that can be exported. */
export const EXPORTS = ["samples", "history", "users"] as const;
export type ExportName = (typeof EXPORTS)[number];
/** The content of a file: one of these tables, or the lines of one stock-take. */
export type FileName = ExportName | "stockTake";

export type ExportColumn = {
  readonly field: string;
  readonly label: string;
  readonly isDate: boolean;
  /** All values of an enumeration; filters accept them in any case. */
  readonly choices?: readonly string[];
  /** Text of a spreadsheet's cell where the row has no value, which an import reads as none. */
  readonly blank?: string;
  /** Dates are epoch ms, UTC. */
  readonly value: (row: object) => string | number | undefined;
};

/** A column that contains a stored field. */
export const storedColumn = (
  field: string,
  label: string,
  { isDate } = { isDate: false },
): ExportColumn => ({
  field,
  label,
  isDate,
  value: (row) => (row as Readonly<Record<string, string | number | undefined>>)[field],
});

/** Fields of a history record that the History screen does not show as columns. */
type HistoryDetails = {
  readonly requestDetails?: RequestDetails;
  readonly changes?: Parameters<typeof changesText>[0];
  readonly isUndone?: true;
};

/** A column whose text is derived from several fields of a history record. */
const madeColumn = (
  field: string,
  label: string,
  value: (record: HistoryDetails) => string | undefined,
): ExportColumn => ({ field, label, isDate: false, value });

/**
 * The columns after those of the History screen. New columns must be appended at the end, so that
 * existing readers of the files keep working. `onBehalfOf` is the absent person for whom a stand-in
 * acted; `undone` is the action reversed by an Undone record.
 */
const HISTORY_DETAILS: readonly ExportColumn[] = [
  storedColumn("email", "Acted"),
  storedColumn("onBehalfOf", "On behalf of"),
  storedColumn("recipient", "Asked"),
  storedColumn("reason", "Reason"),
  ...keysOf(DETAIL_TEXTS).map((name) =>
    madeColumn(name, DETAIL_TEXTS[name].label, ({ requestDetails }) => requestDetails?.[name]),
  ),
  madeColumn("changes", "Changes", ({ changes = [] }) => changesText(changes) || undefined),
  { ...storedColumn("undone", "Undone action"), choices: HISTORY_ACTIONS },
  {
    ...madeColumn("isUndone", "Undone", UNDONE_FILTER.value),
    choices: Object.values(UNDONE_CHOICES),
  },
];

/**
 * Columns of each export, in order. Samples have every field, so an import can read them back.
 * Passport numbers are not exported.
 */
export const EXPORT_COLUMNS: Readonly<Record<FileName, readonly ExportColumn[]>> = {
  samples: Object.entries(SAMPLE_FIELDS).map(([field, { label, kind }]) => ({
    ...storedColumn(field, label, { isDate: kind === "date" }),
    ...(field === "status" && { choices: STATUSES }),
    ...(field === "imei1" && { blank: NO_IMEI }),
  })),
  history: [
    ...HISTORY_COLUMNS.map(({ field, label, kind }) => ({
      ...storedColumn(field, label, { isDate: kind === "date" }),
      ...(kind === "status" && { choices: STATUSES }),
      ...(field === "action" && { choices: HISTORY_ACTIONS }),
    })),
    ...HISTORY_DETAILS,
  ],
  users: EMPLOYEE_COLUMNS.filter(({ field }) => field !== "passPort").map(
    ({ field, label, kind }): ExportColumn =>
      field === "status"
        ? {
            field,
            label,
            isDate: false,
            choices: PERSON_STATUSES,
            value: (row) => personStatus(row as Parameters<typeof personStatus>[0]),
          }
        : {
            ...storedColumn(field, label, { isDate: kind === "date" }),
            ...(field === "role" && { choices: ROLES }),
          },
  ),
  stockTake: [
    {
      field: "state",
      label: "Result",
      isDate: false,
      value: (row) => ITEM_STATES[(row as { state: ItemState }).state].label,
    },
    storedColumn("number", "Serial Number"),
    ...(["brand", "model", "imei1"] as const).map((field) =>
      storedColumn(field, FIELD_LABELS[field]),
    ),
    storedColumn("holder", FIELD_LABELS.samplmanag),
    storedColumn("status", FIELD_LABELS.status),
    storedColumn("scannedAt", "Scanned", { isDate: true }),
    storedColumn("scannedBy", "Scanned by"),
  ],
};

/** Returns the filter columns of an export. */
export function exportFilterColumns(name: ExportName): FilterColumn<object>[] {
  return EXPORT_COLUMNS[name].map(({ field, isDate, value }) => ({
    id: field,
    value,
    text: (row) => String(value(row) ?? ""),
    isDate,
  }));
}

/** A date as `2024-03-05T14:05:09.000Z`, for programs. */
export function isoDate(at: number): string {
  return new Date(at).toISOString();
}

/** A date as `2024-03-05 14:05:09`, for a cell whose heading names the time zone. */
export function cellDate(at: number): string {
  return isoDate(at).replace("T", " ").replace("Z", "").replace(".000", "");
}

/** The heading of a column, for dates with the time zone: `Received Date (UTC)`. */
export function cellHeading({ label, isDate }: ExportColumn): string {
  return isDate ? `${label} (UTC)` : label;
}
