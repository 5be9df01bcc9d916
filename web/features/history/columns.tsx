import type { Columns } from "@/components/data-table/columns";
import { SerialLink } from "@/components/sample/SerialLink";
import { ValueCell } from "@/components/sample/ValueCell";
import { StatusChip } from "@/components/StatusChip";
import type { Doc } from "../../../convex/_generated/dataModel";
import { formatDateTime } from "../../../domain/dates";
import type { ColumnFilter, ColumnKind } from "../../../domain/fields";

export type HistoryRecord = Doc<"history">;

type HistoryColumn = {
  field: keyof HistoryRecord &
    (
      | "country"
      | "city"
      | "customers"
      | "brand"
      | "model"
      | "serialNumber"
      | "imei1"
      | "imei2"
      | "action"
      | "status"
      | "samplmanag"
      | "lastmanag"
      | "supervisor"
      | "actiondate"
    );
  label: string;
  kind: ColumnKind;
  filter: ColumnFilter;
  widthPx: number;
};

/** Source: doc 2 §2, "History Sample". */
// prettier-ignore
const HISTORY_COLUMNS: readonly HistoryColumn[] = [
  { field: "country", label: "Country", kind: "text", filter: "select", widthPx: 120 },
  { field: "city", label: "City", kind: "text", filter: "select", widthPx: 120 },
  { field: "customers", label: "Customers", kind: "text", filter: "select", widthPx: 130 },
  { field: "brand", label: "Brand", kind: "text", filter: "select", widthPx: 110 },
  { field: "model", label: "Model", kind: "text", filter: "select", widthPx: 150 },
  { field: "serialNumber", label: "Serial Number", kind: "identifier", filter: "text", widthPx: 150 },
  { field: "imei1", label: "Imei 1", kind: "identifier", filter: "text", widthPx: 168 },
  { field: "imei2", label: "Imei 2", kind: "identifier", filter: "text", widthPx: 168 },
  { field: "action", label: "Action", kind: "text", filter: "select", widthPx: 170 },
  { field: "status", label: "Status", kind: "status", filter: "select", widthPx: 140 },
  { field: "samplmanag", label: "Sample Manager", kind: "person", filter: "select", widthPx: 180 },
  { field: "lastmanag", label: "Last Manager", kind: "person", filter: "select", widthPx: 180 },
  { field: "supervisor", label: "Supervisor", kind: "person", filter: "select", widthPx: 180 },
  { field: "actiondate", label: "Action Date", kind: "date", filter: "dates", widthPx: 190 },
];

export const historyColumns: Columns<HistoryRecord> = HISTORY_COLUMNS.map((column) => ({
  id: column.field,
  header: column.label,
  accessorFn: (record) => record[column.field],
  size: column.widthPx,
  sortUndefined: "last",
  cell: ({ row }) => <Cell column={column} record={row.original} />,
  meta: {
    text: (record) =>
      column.field === "actiondate"
        ? formatDateTime(record.actiondate)
        : String(record[column.field] ?? ""),
    filter: column.filter,
    ...(column.field === "serialNumber" && { stick: { side: "left", offsetPx: 0 } as const }),
    ...(column.field === "actiondate" && { stick: { side: "right", offsetPx: 0 } as const }),
  },
}));

function Cell({
  column: { field, kind },
  record,
}: {
  column: HistoryColumn;
  record: HistoryRecord;
}) {
  if (kind === "status") return <StatusChip status={record.status} />;
  if (field === "serialNumber") {
    return <SerialLink sampleId={record.sampleId} serialNumber={record.serialNumber} />;
  }
  return <ValueCell kind={kind} value={record[field]} />;
}
