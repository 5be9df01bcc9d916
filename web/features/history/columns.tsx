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

const DATE_WIDTH = 176;

/** Source: doc 2 §2, "History Sample". */
// prettier-ignore
const HISTORY_COLUMNS: readonly HistoryColumn[] = [
  { field: "country", label: "Country", kind: "text", filter: "select", widthPx: 106 },
  { field: "city", label: "City", kind: "text", filter: "select", widthPx: 104 },
  { field: "customers", label: "Customers", kind: "text", filter: "select", widthPx: 106 },
  { field: "brand", label: "Brand", kind: "text", filter: "select", widthPx: 92 },
  { field: "model", label: "Model", kind: "text", filter: "select", widthPx: 124 },
  { field: "serialNumber", label: "Serial Number", kind: "identifier", filter: "text", widthPx: 118 },
  { field: "imei1", label: "Imei 1", kind: "identifier", filter: "text", widthPx: 156 },
  { field: "imei2", label: "Imei 2", kind: "identifier", filter: "text", widthPx: 156 },
  { field: "action", label: "Action", kind: "text", filter: "select", widthPx: 166 },
  { field: "status", label: "Status", kind: "status", filter: "select", widthPx: 130 },
  { field: "samplmanag", label: "Sample Manager", kind: "person", filter: "select", widthPx: 150 },
  { field: "lastmanag", label: "Last Manager", kind: "person", filter: "select", widthPx: 150 },
  { field: "supervisor", label: "Supervisor", kind: "person", filter: "select", widthPx: 150 },
  { field: "actiondate", label: "Action Date", kind: "date", filter: "dates", widthPx: DATE_WIDTH },
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
    ...stick(column.field),
  },
}));

/** Which sample, what and when stay in sight; the rest scrolls between them. */
function stick(field: HistoryColumn["field"]) {
  if (field === "serialNumber") return { stick: { side: "left", offsetPx: 0 } } as const;
  if (field === "action")
    return { stick: { side: "right", offsetPx: DATE_WIDTH, isEdge: true } } as const;
  if (field === "actiondate") return { stick: { side: "right", offsetPx: 0 } } as const;
  return {};
}

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
