import { useRowChange } from "@/components/data-table/changesContext";
import type { Columns } from "@/components/data-table/columns";
import { SerialLink } from "@/components/sample/SerialLink";
import { ValueCell } from "@/components/sample/ValueCell";
import { StatusChip } from "@/components/StatusChip";
import { cn } from "@/lib/utils";
import { formatDateTime } from "../../../../domain/dates";
import { LIST_COLUMNS, type Column, type SampleField } from "../../../../domain/fields";
import type { ListName } from "../../../../domain/lists";
import type { Actor } from "../../../../domain/workflow";
import { RowActions } from "./RowActions";
import type { Sample } from "./useSampleList";

/**
 * Widths in px, so that on a laptop a row says at once who has what and how it stands: everything up
 * to the serial number, status and actions. Where none is given: a date's.
 */
const WIDTHS: Partial<Record<SampleField, number>> = {
  country: 106,
  samplmanag: 140,
  customers: 106,
  brand: 92,
  model: 132,
  hwVersion: 130,
  serialNumber: 118,
  imei1: 156,
  imei2: 156,
  status: 144,
  inTransitTo: 150,
  inReturnTo: 150,
  inOSapprby: 150,
};
const DATE_WIDTH = 180;
const ACTIONS_WIDTH = 148;

/** The columns of doc 2 §2 for `list`, with what `actor` may do next at the end. */
export function sampleColumns(list: ListName, actor: Actor): Columns<Sample> {
  const columns: Columns<Sample> = LIST_COLUMNS[list].map((column) => ({
    id: column.field,
    header: column.label,
    accessorFn: (sample) => sample[column.field],
    size: WIDTHS[column.field] ?? DATE_WIDTH,
    sortUndefined: "last",
    cell: ({ row }) => <Cell column={column} sample={row.original} />,
    meta: { text: (sample) => cellText(column, sample), filter: column.filter, ...stick(column) },
  }));
  columns.push({
    id: "actions",
    header: "Actions",
    size: ACTIONS_WIDTH,
    enableSorting: false,
    cell: ({ row }) => <RowActions list={list} sample={row.original} actor={actor} />,
    meta: { stick: { side: "right", offsetPx: 0 } },
  });
  return columns;
}

/** What a row is and how it stands stay in sight; the rest scrolls between them. */
function stick({ field }: Column) {
  if (field === "serialNumber") return { stick: { side: "left", offsetPx: 0 } } as const;
  if (field === "status") {
    return { stick: { side: "right", offsetPx: ACTIONS_WIDTH, isEdge: true } } as const;
  }
  return {};
}

function cellText({ field, kind }: Column, sample: Sample): string {
  const value = sample[field];
  if (value === undefined) return "";
  return kind === "date" && typeof value === "number" ? formatDateTime(value) : String(value);
}

function Cell({ column: { field, kind }, sample }: { column: Column; sample: Sample }) {
  if (kind === "status") return <StatusCell sample={sample} />;
  if (field === "serialNumber") {
    return <SerialLink sampleId={sample._id} serialNumber={sample.serialNumber} />;
  }
  return <ValueCell kind={kind} value={sample[field]} />;
}

/** The chip, and for some seconds what happened to the sample. */
export function StatusCell({ sample, className }: { sample: Sample; className?: string }) {
  const change = useRowChange(sample._id);
  return (
    <span className={cn("flex flex-col items-start leading-none", className)}>
      <StatusChip status={sample.status} />
      {change !== undefined && (
        <span className="mt-0.5 max-w-full truncate px-1 text-2xs leading-3 text-muted-foreground">
          {change}
        </span>
      )}
    </span>
  );
}
