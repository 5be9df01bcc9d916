import { Link } from "@tanstack/react-router";
import type { Columns } from "@/components/data-table/columns";
import { ValueCell } from "@/components/sample/ValueCell";
import { StatusChip } from "@/components/StatusChip";
import { HISTORY_COLUMNS, type Column, type HistoryField } from "#domain/samples/fields";
import { PERSON_FILTER, UNDONE_FILTER } from "#domain/samples/historyTable";
import { Marked } from "@/components/data-table/search/Marked";
import { sheetLink } from "@/hooks/useSheet";
import { useNameOf } from "@/hooks/data/usePeople";
import { deviceName } from "#domain/samples/deviceName";
import { DayCell } from "./days";
import type { HistoryRecord } from "./useHistorySource";
import { RecordAction } from "./RecordSentence";
import { describeInFull, sentenceParts } from "./describeRecord";

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
  action: 188,
  status: 128,
  samplmanag: 148,
  lastmanag: 148,
  supervisor: 148,
};
const DATE_WIDTH = 168;

/** The columns next to the sentence by default, in this order; the others can be chosen. */
const SHOWN: readonly HistoryField[] = ["action", "actiondate", "customers", "city"];
const IN_ORDER = [
  ...SHOWN.flatMap((field) => HISTORY_COLUMNS.find((column) => column.field === field) ?? []),
  ...HISTORY_COLUMNS.filter(({ field }) => !SHOWN.includes(field)),
];

/**
 * The day and the sentence, the columns of HISTORY_COLUMNS (domain/samples/fields.ts), and filters
 * without a column.
 */
export const historyColumns: Columns<HistoryRecord> = [
  {
    id: "day",
    header: "Day",
    size: 84,
    enableSorting: false,
    enableResizing: false,
    cell: ({ row: { original } }) => <DayCell record={original} />,
    meta: { isFixed: true },
  },
  {
    id: "device",
    header: "What happened",
    size: 440,
    cell: ({ row: { original } }) => <RecordCell record={original} />,
    meta: { isFixed: true, sortBy: "model" },
  },
  ...IN_ORDER.map((column): Columns<HistoryRecord>[number] => ({
    id: column.field,
    header: column.label,
    size: WIDTHS[column.field] ?? DATE_WIDTH,
    cell: ({ row }) => <Cell column={column} record={row.original} />,
    meta: {
      filter: column.filter,
      isPerson: column.kind === "person",
      isOptional: !SHOWN.includes(column.field),
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
  if (field === "action") {
    return (
      <span className="rounded-full bg-muted px-2 py-0.5 text-xs font-medium">
        <RecordAction record={record} />
      </span>
    );
  }
  return <ValueCell kind={kind} value={record[field]} />;
}

/** A record as a sentence: "Elif Kaya received Pixel 8 Pro GO9K0169 from Yuki Tanaka". */
function RecordCell({ record }: { record: HistoryRecord }) {
  const { email, onBehalfOf, recipient, lastmanag } = record;
  const nameOf = useNameOf(email, onBehalfOf, recipient, lastmanag);
  const { actor, verb, rest } = sentenceParts(record, nameOf);
  return (
    <span
      title={describeInFull(record, nameOf)}
      className="line-clamp-2 whitespace-normal leading-4 [text-wrap:pretty]"
    >
      {actor} {verb}{" "}
      <span className="font-semibold">
        <Marked>{deviceName(record)}</Marked>
      </span>{" "}
      <Link
        {...sheetLink(record.sampleId)}
        data-row-link
        className="whitespace-nowrap rounded font-mono text-2xs text-muted-foreground underline-offset-4 hover:text-primary hover:underline"
      >
        <Marked>{record.serialNumber}</Marked>
      </Link>
      {rest !== "" && ` ${rest}`}
    </span>
  );
}
