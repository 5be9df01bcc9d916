import { Link } from "@tanstack/react-router";
import type { Columns } from "@/components/data-table/columns";
import { RowMenuButton } from "@/components/data-table/menu/RowMenuButton";
import { ValueCell } from "@/components/sample/ValueCell";
import type { SampleRow as Sample } from "#domain/samples/compactRows";
import type { Column, SampleField } from "#domain/samples/fields";
import { LISTS, type ListName } from "#domain/samples/lists";
import { isRequestStatus } from "#domain/custody/overdue";
import type { Actor } from "#domain/custody/workflow";
import { sheetLink } from "@/hooks/useSheet";
import { Marked } from "@/components/data-table/search/Marked";
import { deviceName } from "#domain/samples/deviceName";
import { RowActions } from "./RowActions";
import { StatusCell } from "./StatusCell";

/** Widths in px at which values and headings are not cut off. Default: a date's width. */
const WIDTHS: Partial<Record<SampleField, number>> = {
  country: 108,
  city: 136,
  samplmanag: 148,
  customers: 134,
  brand: 88,
  model: 136,
  hwVersion: 160,
  serialNumber: 148,
  imei1: 164,
  imei2: 164,
  inTransitTo: 148,
  inReturnTo: 148,
  inOSapprby: 148,
};
const DATE_WIDTH = 168;
/** Room for a name of 14 letters next to the longest status, overdue. */
const STATUS_WIDTH = 292;
/** Room for brand and model of almost every device. */
const DEVICE_WIDTH = 208;
/** For lists whose samples wait for no one: no names are shown. */
const SHORT_STATUS_WIDTH = 120;
/**
 * Widths of the actions column in px: room for the widest button of each list, and for the menu.
 */
const ACTIONS_WIDTHS: Record<ListName, number> = {
  open: 148,
  transfer: 160,
  return: 160,
  lost: 176,
  delete: 248,
  report: 160,
};

/** Fields that the first cell already shows, or that few people need: hidden by default. */
const OPTIONAL: readonly SampleField[] = ["brand", "model", "serialNumber", "imei2"];
/** Where a sample is in its life and who has it: the first columns after the device. */
const LEADING: readonly SampleField[] = ["status", "samplmanag"];

/**
 * Columns of `list`: the device first, status and holder, the others in the list's order, and the
 * next steps of `actor` last. Every field can be filtered, also while its column is hidden.
 */
export function sampleColumns(
  list: ListName,
  columns: readonly Column[],
  actor: Actor,
): Columns<Sample> {
  const isAwaiting = LISTS[list].statuses.some(isRequestStatus);
  const statusWidth = isAwaiting ? STATUS_WIDTH : SHORT_STATUS_WIDTH;
  const inOrder = [
    ...LEADING.flatMap((field) => columns.find((column) => column.field === field) ?? []),
    ...columns.filter(({ field }) => !LEADING.includes(field)),
  ];
  return [
    {
      id: "device",
      header: "Device",
      size: DEVICE_WIDTH,
      cell: ({ row: { original } }) => <DeviceCell sampleId={original._id} device={original} />,
      meta: { isFixed: true, sortBy: "model" },
    },
    ...inOrder.map((column): Columns<Sample>[number] => ({
      id: column.field,
      header: column.label,
      size: column.field === "status" ? statusWidth : (WIDTHS[column.field] ?? DATE_WIDTH),
      cell: ({ row }) => <Cell column={column} sample={row.original} reader={actor.email} />,
      meta: {
        filter: column.filter,
        isPerson: column.kind === "person",
        isOptional: OPTIONAL.includes(column.field),
      },
    })),
    {
      id: "actions",
      header: "Actions",
      size: ACTIONS_WIDTHS[list],
      enableSorting: false,
      enableResizing: false,
      cell: ({ row: { original } }) => (
        // A button is as high as a compact row including its border, hence the negative margin.
        <span className="-my-px flex items-center justify-end gap-1">
          <RowActions list={list} sample={original} actor={actor} />
          <RowMenuButton rowId={original._id} label={original.serialNumber} />
        </span>
      ),
      meta: { isFixed: true, isRightAligned: true },
    },
  ];
}

type CellProps = { column: Column; sample: Sample; reader: string };

function Cell({ column: { field, kind }, sample, reader }: CellProps) {
  if (kind === "status") return <StatusCell sample={sample} reader={reader} />;
  return <ValueCell kind={kind} value={sample[field]} isDay={field === "receiveDate"} />;
}

type DeviceCellProps = {
  sampleId: string;
  device: { brand: string; model: string; serialNumber: string };
};

/** First column of a list: the device's brand and model over its serial number. */
function DeviceCell({ sampleId, device }: DeviceCellProps) {
  const { serialNumber } = device;
  const name = deviceName(device);
  return (
    <span className="flex min-w-0 flex-col justify-center gap-0.5 leading-none">
      <span title={name} className="truncate font-medium leading-4">
        <Marked>{name}</Marked>
      </span>
      <Link
        {...sheetLink(sampleId)}
        data-row-link
        title={serialNumber}
        className="max-w-full self-start truncate rounded font-mono text-2xs leading-3 text-muted-foreground underline-offset-4 hover:text-primary hover:underline"
      >
        <Marked>{serialNumber}</Marked>
      </Link>
    </span>
  );
}
