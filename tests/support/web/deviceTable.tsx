/** A table of a few devices with every feature of a table, for tests of what tables share. */
import { screen, waitFor } from "@testing-library/react";
import { useMemo, useState } from "react";
import { expect, vi } from "vitest";
import type { Columns } from "@/components/data-table/columns";
import { DataTable } from "@/components/data-table/DataTable";
import { FilterChips } from "@/components/data-table/filters/FilterChips";
import { useSelectedRows } from "@/components/data-table/selection/useSelectedRows";
import { KeysDialog } from "@/components/keys/KeysDialog";
import { TableBody } from "@/components/data-table/TableBody";
import { TableFooter } from "@/components/data-table/TableFooter";
import { TableToolbar } from "@/components/data-table/TableToolbar";
import type { TableState } from "@/components/data-table/tableState";
import { useLiveTable, type LiveTableOptions } from "@/components/data-table/useLiveTable";
import { fieldColumn } from "#domain/tables/tableFilters";
import { ArrayStore } from "./arrayStore";
import { FakeConvex } from "./fakeConvex";
import { renderScreen } from "./renderApp";

type Device = { _id: string; _creationTime: number; brand: string; serial: string; since: number };

export const device = (number: number, brand = "Apple"): Device => ({
  _id: `d${number}`,
  _creationTime: number,
  brand,
  serial: `SN${number}`,
  since: new Date(2026, 10, number, 12).getTime(),
});
export const five = [1, 2, 3, 4, 5].map((number) =>
  device(number, number % 2 ? "Apple" : "Samsung"),
);
export const serialOf = ({ serial }: Device) => serial;

export const columns: Columns<Device> = [
  {
    id: "serial",
    header: "Serial Number",
    size: 120,
    cell: ({ row }) => <span data-testid="serial">{row.original.serial}</span>,
    meta: { filter: "text", isFixed: true },
  },
  { id: "brand", header: "Brand", size: 100, meta: { filter: "select" } },
  { id: "since", header: "Since", size: 160, meta: { filter: "dates" } },
  { id: "note", header: "Note", size: 100, meta: { isOptional: true } },
];
const read = [
  ...["brand", "serial"].map((field) => fieldColumn({ field, kind: "text" })),
  fieldColumn({ field: "since", kind: "date" }),
];

type ScreenProps = Partial<LiveTableOptions<Device>> & {
  store: ArrayStore<Device>;
  initial: TableState;
  /** Called with the state at each render. */
  onState: (state: TableState) => void;
};

/** A table as a screen uses it: its state in the "address", and a selection. */
function Screen({ store, initial, onState, ...options }: ScreenProps) {
  const [current, setCurrent] = useState(initial);
  onState(current);
  const source = useMemo(() => ({ store, base: [], order: null, testOf: store.testOf }), [store]);
  const table = useLiveTable<Device>({
    name: "devices",
    owner: "ana@company.com",
    label: "Devices",
    labelOf: serialOf,
    noun: { one: "device", many: "devices" },
    columns,
    source,
    isSelectable: true,
    ...options,
    address: [current, setCurrent],
  });
  const selected = useSelectedRows(table, 300);
  return (
    <>
      <input aria-label="Elsewhere" />
      <KeysDialog />
      <DataTable table={table}>
        <TableToolbar table={table} />
        <FilterChips />
        <TableBody table={table} renderCard={serialOf} empty="Nothing here" />
        <output>{selected?.map(serialOf).join()}</output>
        <TableFooter table={table} />
      </DataTable>
    </>
  );
}

type OpenOptions = Partial<LiveTableOptions<Device>> & { state?: TableState; isReady?: boolean };

/**
 * Opens the table and waits for its rows, unless the store is not ready. `address()`: the state
 * that a screen keeps in its URL.
 */
export async function openTable(
  { state = {}, isReady = true, ...options }: OpenOptions = {},
  rows: readonly Device[] = five,
) {
  const store = new ArrayStore(rows, read);
  if (!isReady) store.set([], { isReady, isComplete: false, isLoading: true });
  const onOpenRow = vi.fn();
  const onTransfer = vi.fn();
  const run = (row: Device) => void onTransfer(row);
  const rowKeys = [{ key: "t", label: "Transfer", announce: () => "Transferring…", run }];
  let current = state;
  const rendered = await renderScreen(
    new FakeConvex(),
    <Screen
      {...{ store, onOpenRow, rowKeys, initial: state, ...options }}
      onState={(next) => (current = next)}
    />,
  );
  const shown = `[aria-busy=${!isReady}]`;
  await waitFor(() => expect(document.querySelector(shown)).not.toBeNull());
  return { ...rendered, store, onOpenRow, onTransfer, address: () => current };
}

/**
 * Gives every element a size, because happy-dom has no layout, and rows outside of the viewport are
 * not rendered.
 */
export function giveSize(width = 1_000): void {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(width);
}

export const serials = () =>
  screen.queryAllByTestId("serial").map(({ textContent }) => textContent);
/** Waits until exactly these rows are shown, in this order. */
export const shows = (...expected: string[]) => waitFor(() => expect(serials()).toEqual(expected));
/** Waits until these rows are selected: their serial numbers, separated by commas. */
export const selects = (expected: string) =>
  waitFor(() => expect(document.querySelector("output")?.textContent).toBe(expected));
