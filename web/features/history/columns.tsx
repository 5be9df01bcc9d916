import type { Columns } from "@/components/data-table/columns";
import { DeviceCell } from "@/components/sample/DeviceCell";
import { ValueCell } from "@/components/sample/ValueCell";
import { StatusChip } from "@/components/StatusChip";
import type { FunctionReturnType } from "convex/server";
import type { api } from "../../../convex/_generated/api";
import { HISTORY_COLUMNS, type Column, type HistoryField } from "#domain/samples/fields";
import { PERSON_FILTER, UNDONE_FILTER } from "#domain/samples/historyTable";
import { RecordAction } from "./RecordSentence";

export type HistoryRecord = FunctionReturnType<typeof api.history.list>["page"][number];

/** Widths that show values in full, px. Default: the width of a date. */
const WIDTHS: Partial<Record<HistoryField, number>> = {
  country: 108,
  city: 136,
  customers: 134,
  brand: 88,
  model: 136,
  serialNumber: 148,
  imei1: 164,
  imei2: 164,
  action: 176,
  status: 128,
  samplmanag: 148,
  lastmanag: 148,
  supervisor: 148,
};
const DATE_WIDTH = 148;

/** Fields that the first cell already shows, or that few people need: hidden by default. */
const OPTIONAL: readonly HistoryField[] = ["model", "serialNumber", "imei2"];
/** What happened and when: the last columns to be dropped for lack of space. */
const KEPT: readonly HistoryField[] = ["action", "actiondate", "samplmanag"];

/**
 * The device, the columns of HISTORY_COLUMNS (domain/samples/fields.ts), and filters without a
 * column.
 */
export const historyColumns: Columns<HistoryRecord> = [
  {
    id: "device",
    header: "Device",
    size: 176,
    cell: ({ row: { original } }) => <DeviceCell sampleId={original.sampleId} device={original} />,
    meta: { isFixed: true, sortBy: "model" },
  },
  ...HISTORY_COLUMNS.map((column): Columns<HistoryRecord>[number] => ({
    id: column.field,
    header: column.label,
    size: WIDTHS[column.field] ?? DATE_WIDTH,
    cell: ({ row }) => <Cell column={column} record={row.original} />,
    meta: {
      filter: column.filter,
      isPerson: column.kind === "person",
      isOptional: OPTIONAL.includes(column.field),
      isKept: KEPT.includes(column.field),
    },
  })),
  {
    id: PERSON_FILTER.id,
    header: "Person",
    enableSorting: false,
    meta: { filter: "select", isPerson: true, isFilterOnly: true },
  },
  {
    id: UNDONE_FILTER.id,
    header: "Undone",
    enableSorting: false,
    meta: { filter: "select", isFilterOnly: true },
  },
];

type CellProps = { column: Column<HistoryField>; record: HistoryRecord };

function Cell({ column: { field, kind }, record }: CellProps) {
  if (kind === "status") return <StatusChip status={record.status} />;
  if (field === "action") return <RecordAction record={record} />;
  return <ValueCell kind={kind} value={record[field]} />;
}
