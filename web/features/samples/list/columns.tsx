import type { Columns } from "@/components/data-table/columns";
import { SerialLink } from "@/components/sample/SerialLink";
import { ValueCell } from "@/components/sample/ValueCell";
import { LIST_COLUMNS, type Column, type SampleField } from "../../../../domain/fields";
import type { ListName } from "../../../../domain/lists";
import { fieldColumn } from "../../../../domain/tableFilters";
import type { Actor } from "../../../../domain/workflow";
import { RowActions } from "./RowActions";
import { StatusCell } from "./StatusCell";
import type { Sample } from "./useSampleList";

/** In px: what stays in sight beside the serial number begins there. */
const SERIAL_WIDTH = 132;
/**
 * Widths in px, so that on a laptop a row says at once who has what and how it stands: everything
 * up to the serial number, status and actions. Where none is given: a date's.
 */
const WIDTHS: Partial<Record<SampleField, number>> = {
  country: 104,
  samplmanag: 112,
  customers: 116,
  brand: 84,
  model: 120,
  hwVersion: 148,
  serialNumber: SERIAL_WIDTH,
  imei1: 156,
  imei2: 156,
  status: 136,
  inTransitTo: 132,
  inReturnTo: 132,
  inOSapprby: 140,
};
const DATE_WIDTH = 172;
/** Widths of the actions column in px: each fits the widest button of its list. */
const ACTIONS_WIDTHS: Record<ListName, number> = {
  open: 120,
  transfer: 136,
  return: 136,
  lost: 148,
  delete: 112,
  report: 120,
};

/** The columns of LIST_COLUMNS for `list`, with what `actor` may do next at the end. */
export function sampleColumns(list: ListName, actor: Actor): Columns<Sample> {
  const columns: Columns<Sample> = LIST_COLUMNS[list].map((column) => ({
    id: column.field,
    header: column.label,
    accessorFn: fieldColumn(column).value,
    size: WIDTHS[column.field] ?? DATE_WIDTH,
    sortUndefined: "last",
    cell: ({ row }) => <Cell column={column} sample={row.original} reader={actor.email} />,
    meta: { text: fieldColumn(column).text, filter: column.filter, ...stick(list, column) },
  }));
  columns.push({
    id: "actions",
    header: "Actions",
    size: ACTIONS_WIDTHS[list],
    enableSorting: false,
    cell: ({ row }) => <RowActions list={list} sample={row.original} actor={actor} />,
    meta: { stick: { rightPx: 0 }, isFixed: true },
  });
  return columns;
}

/**
 * Keeps the columns with the sample's name, its status and its actions in sight; the others scroll
 * between them.
 */
function stick(list: ListName, { field }: Column) {
  switch (field) {
    case "serialNumber":
      return { stick: { leftPx: 0 }, isFixed: true } as const;
    case "status":
      return {
        stick: { leftPx: SERIAL_WIDTH, rightPx: ACTIONS_WIDTHS[list], isEdge: true },
      } as const;
    default:
      return {};
  }
}

type CellProps = { column: Column; sample: Sample; reader: string };

function Cell({ column: { field, kind }, sample, reader }: CellProps) {
  if (kind === "status") return <StatusCell sample={sample} reader={reader} />;
  if (field === "serialNumber") {
    return <SerialLink sampleId={sample._id} serialNumber={sample.serialNumber} />;
  }
  return <ValueCell kind={kind} value={sample[field]} />;
}
