import type { Columns } from "@/components/data-table/columns";
import { SerialLink } from "@/components/sample/SerialLink";
import { ValueCell } from "@/components/sample/ValueCell";
import { StatusChip } from "@/components/StatusChip";
import type { Doc } from "../../../convex/_generated/dataModel";
import { HISTORY_COLUMNS, type Column, type HistoryField } from "../../../domain/fields";
import { PERSON_FILTER } from "../../../domain/historyTable";
import { fieldColumn } from "../../../domain/tableFilters";
import { RecordAction } from "./RecordSentence";

export type HistoryRecord = Doc<"history">;

/** In px: what stays in sight beside the serial number begins there. */
const SERIAL_WIDTH = 132;
/** In px. Where none is given: a date's. */
const WIDTHS: Partial<Record<HistoryField, number>> = {
  country: 108,
  city: 98,
  customers: 112,
  brand: 88,
  model: 118,
  serialNumber: SERIAL_WIDTH,
  imei1: 156,
  imei2: 156,
  action: 166,
  status: 128,
  samplmanag: 150,
  lastmanag: 132,
  supervisor: 132,
};
const DATE_WIDTH = 176;

/** The columns of HISTORY_COLUMNS (domain/fields.ts), and the filter by person. */
export const historyColumns: Columns<HistoryRecord> = [
  ...HISTORY_COLUMNS.map((column): Columns<HistoryRecord>[number] => ({
    id: column.field,
    header: column.label,
    accessorFn: fieldColumn(column).value,
    size: WIDTHS[column.field] ?? DATE_WIDTH,
    sortUndefined: "last",
    cell: ({ row }) => <Cell column={column} record={row.original} />,
    meta: { text: fieldColumn(column).text, filter: column.filter, ...stick(column.field) },
  })),
  {
    id: PERSON_FILTER.id,
    header: "Person",
    accessorFn: PERSON_FILTER.value,
    meta: { text: PERSON_FILTER.text, filter: "select", isFilterOnly: true },
  },
];

/** Keeps sample, action and date in sight while the other columns scroll between them. */
function stick(field: HistoryField) {
  switch (field) {
    case "serialNumber":
      return { stick: { leftPx: 0 }, isFixed: true } as const;
    case "action":
      return {
        stick: { leftPx: SERIAL_WIDTH, rightPx: DATE_WIDTH, isEdge: true },
        isFixed: true,
      } as const;
    case "actiondate":
      return { stick: { rightPx: 0 }, isFixed: true } as const;
    default:
      return {};
  }
}

type CellProps = { column: Column<HistoryField>; record: HistoryRecord };

function Cell({ column: { field, kind }, record }: CellProps) {
  if (kind === "status") return <StatusChip status={record.status} />;
  if (field === "serialNumber") {
    return <SerialLink sampleId={record.sampleId} serialNumber={record.serialNumber} />;
  }
  if (field === "action") return <RecordAction record={record} />;
  return <ValueCell kind={kind} value={record[field]} />;
}
