import type { Columns } from "@/components/data-table/columns";
import { RowMenuButton } from "@/components/data-table/menu/RowMenuButton";
import { ValueCell } from "@/components/sample/ValueCell";
import type { SampleRow as Sample } from "../../../../domain/compactRows";
import type { Column, SampleField } from "../../../../domain/fields";
import type { ListName } from "../../../../domain/lists";
import type { Actor } from "../../../../domain/workflow";
import { DeviceCell } from "@/components/sample/DeviceCell";
import { RowActions } from "./RowActions";
import { StatusCell } from "./StatusCell";

/** Widths in which values are whole, px. Where none is given: a date's. */
const WIDTHS: Partial<Record<SampleField, number>> = {
  country: 112,
  city: 136,
  samplmanag: 148,
  customers: 136,
  brand: 96,
  model: 136,
  hwVersion: 144,
  serialNumber: 148,
  imei1: 164,
  imei2: 164,
  status: 204,
  inTransitTo: 148,
  inReturnTo: 148,
  inOSapprby: 148,
};
const DATE_WIDTH = 164;
/** Widths of the actions column in px: each fits the widest button of its list, and the menu's. */
const ACTIONS_WIDTHS: Record<ListName, number> = {
  open: 148,
  transfer: 160,
  return: 160,
  lost: 176,
  delete: 140,
  report: 160,
};

/** Fields that stand in the first cell, or that few people look at: left out until chosen. */
const OPTIONAL: readonly SampleField[] = ["model", "serialNumber", "imei2"];
/** Fields that say who has what and how it stands: the last ones to have no room. */
const KEPT: readonly SampleField[] = ["status", "samplmanag"];

/**
 * The device, the columns of `list`, and what `actor` may do next at the end. Every field can be
 * filtered, also one whose column is left out.
 */
export function sampleColumns(
  list: ListName,
  columns: readonly Column[],
  actor: Actor,
): Columns<Sample> {
  return [
    {
      id: "device",
      header: "Device",
      size: 156,
      cell: ({ row: { original } }) => <DeviceCell sampleId={original._id} device={original} />,
      meta: { isFixed: true, sortBy: "model" },
    },
    ...columns.map((column): Columns<Sample>[number] => ({
      id: column.field,
      header: column.label,
      size: WIDTHS[column.field] ?? DATE_WIDTH,
      cell: ({ row }) => <Cell column={column} sample={row.original} reader={actor.email} />,
      meta: {
        filter: column.filter,
        isPerson: column.kind === "person",
        isOptional: OPTIONAL.includes(column.field),
        isKept: KEPT.includes(column.field),
      },
    })),
    {
      id: "actions",
      header: "Actions",
      size: ACTIONS_WIDTHS[list],
      enableSorting: false,
      enableResizing: false,
      cell: ({ row: { original } }) => (
        <span className="flex items-center justify-end gap-1">
          <RowActions list={list} sample={original} actor={actor} />
          <RowMenuButton rowId={original._id} label={original.serialNumber} />
        </span>
      ),
      meta: { isFixed: true },
    },
  ];
}

type CellProps = { column: Column; sample: Sample; reader: string };

function Cell({ column: { field, kind }, sample, reader }: CellProps) {
  if (kind === "status") return <StatusCell sample={sample} reader={reader} />;
  return <ValueCell kind={kind} value={sample[field]} isDay={field === "receiveDate"} />;
}
