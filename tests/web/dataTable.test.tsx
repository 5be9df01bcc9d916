import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useMemo, useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Columns } from "@/components/data-table/columns";
import { DataTable } from "@/components/data-table/DataTable";
import { FilterChips } from "@/components/data-table/filters/FilterChips";
import { Marked } from "@/components/data-table/search/Marked";
import { useSelectedRows } from "@/components/data-table/selection/useSelectedRows";
import { TableBody } from "@/components/data-table/TableBody";
import { TableFooter } from "@/components/data-table/TableFooter";
import { TableToolbar } from "@/components/data-table/TableToolbar";
import type { TableState } from "@/components/data-table/tableState";
import { useLiveTable, type LiveTableOptions } from "@/components/data-table/useLiveTable";
import { fieldColumn } from "../../domain/tableFilters";
import { ArrayStore } from "../support/arrayStore";
import { FakeConvex } from "../support/fakeConvex";
import { renderScreen } from "../support/renderApp";

type Device = { _id: string; _creationTime: number; brand: string; serial: string; since: number };
const device = (number: number, brand = "Apple"): Device => ({
  _id: `d${number}`,
  _creationTime: number,
  brand,
  serial: `SN${number}`,
  since: new Date(2026, 10, number, 12).getTime(),
});
const five = [1, 2, 3, 4, 5].map((number) => device(number, number % 2 ? "Apple" : "Samsung"));

const columns: Columns<Device> = [
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

const onOpenRow = vi.fn();
const onTransfer = vi.fn();
let store: ArrayStore<Device>;
let state: TableState;
const serialOf = ({ serial }: Device) => serial;
const rowKeys = [{ key: "t", label: "Transfer", run: (row: Device) => void onTransfer(row) }];

type ScreenProps = Partial<LiveTableOptions<Device>> & { state?: TableState };

/** A table as a screen holds it: its state in the "address", a selection. */
function Screen({ state: initial = {}, ...options }: ScreenProps) {
  const [current, setCurrent] = useState(initial);
  state = current;
  const source = useMemo(() => ({ store, base: [], order: null, testOf: store.testOf }), []);
  const table = useLiveTable<Device>({
    ...{ name: "devices", owner: "ana@company.com", label: "Devices", labelOf: serialOf },
    ...{ noun: { one: "device", many: "devices" }, columns, source },
    ...{ isSelectable: true, onOpenRow, rowKeys, ...options },
    address: [current, setCurrent],
  });
  const selected = useSelectedRows(table, 300);
  return (
    <>
      <input aria-label="Elsewhere" />
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

async function open(props: ScreenProps = {}, rows: readonly Device[] = five) {
  store = new ArrayStore(rows, read);
  const rendered = await renderScreen(new FakeConvex(), <Screen {...props} />);
  await waitFor(() => expect(document.querySelector("[aria-busy=false]")).not.toBeNull());
  return rendered;
}

const serials = () => screen.queryAllByTestId("serial").map(({ textContent }) => textContent);
const shows = (...expected: string[]) => waitFor(() => expect(serials()).toEqual(expected));
const selects = (expected: string) =>
  waitFor(() => expect(document.querySelector("output")?.textContent).toBe(expected));
const box = (name: string) => screen.getByRole("checkbox", { name });
const press = (key: string, options = {}) => fireEvent.keyDown(document.body, { key, ...options });
const cursor = () =>
  document.querySelector("tr[data-cursor] [data-testid=serial]")?.textContent ?? null;

// Nothing has a size here; rows are drawn only where they are in sight.
vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_000);

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
});
afterEach(cleanup);

describe("the heading of a column", () => {
  test("a column's heading sorts up, down, and not at all, with an arrow; dates begin with the newest", async () => {
    const { user } = await open();
    const heading = (name: string) => screen.getByRole("columnheader", { name: new RegExp(name) });
    const press = (name: string) => user.click(screen.getByRole("button", { name }));
    const sorted = (name: string) => [
      heading(name).getAttribute("aria-sort"),
      heading(name)
        .querySelector("button svg")
        ?.classList.value.match(/arrow-(up|down)/)?.[1],
    ];
    await press("Brand");
    await shows("SN1", "SN3", "SN5", "SN2", "SN4");
    expect(sorted("Brand")).toEqual(["ascending", "up"]);
    await press("Brand");
    await shows("SN2", "SN4", "SN1", "SN3", "SN5");
    expect(sorted("Brand")).toEqual(["descending", "down"]);
    await press("Brand");
    await shows("SN1", "SN2", "SN3", "SN4", "SN5");
    expect(sorted("Brand")).toEqual([null, undefined]);
    await press("Since");
    await shows("SN5", "SN4", "SN3", "SN2", "SN1");
    expect(sorted("Since")).toEqual(["descending", "down"]);
  });
});

describe("filters of a table", () => {
  test("a select filter offers the distinct values with counts, takes several, and All ends it", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Filter Brand" }));
    const list = screen.getByRole("listbox", { name: "Brand" });
    await within(list).findByRole("option", { name: /Apple/ });
    const options = () =>
      within(list)
        .getAllByRole("option")
        .map((each) => each.textContent);
    expect(options()).toEqual(["All", "Apple3", "Samsung2"]);

    await user.click(within(list).getByRole("option", { name: /Samsung/ }));
    await shows("SN2", "SN4");
    expect(state.filter).toBe("brand=Samsung");
    await user.click(within(list).getByRole("option", { name: /Apple/ }));
    await waitFor(() => expect(serials()).toHaveLength(5));
    await user.click(within(list).getByRole("option", { name: "All" }));
    expect(state.filter).toBeUndefined();
  });

  test("a select filter is worked by keyboard alone", async () => {
    const { user } = await open();
    press("f");
    const menu = await screen.findByRole("dialog", { name: "Filter" });
    await user.click(within(menu).getByRole("button", { name: "Brand" }));
    await within(menu).findByRole("option", { name: /Samsung/ });
    await user.keyboard("sam{Enter}{Escape}");
    await shows("SN2", "SN4");
  });

  test("a text filter says how many records it searches, and waits for a pause", async () => {
    const { user } = await open({ counted: 1_234 });
    act(() => store.set(five, { isComplete: false }));
    await user.click(screen.getByRole("button", { name: "Filter Serial Number" }));
    await user.type(await screen.findByPlaceholderText("Search 1,234 records..."), "sn3");
    await waitFor(() => expect(serials()).toEqual(["SN3"]));
    expect(state.filter).toBe("serial~sn3");
  });

  test("a date filter goes from the first day's start to the last day's end", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Filter Since" }));
    fireEvent.change(screen.getByLabelText("Since, from"), { target: { value: "2026-11-02" } });
    fireEvent.change(screen.getByLabelText("Since, to"), { target: { value: "2026-11-03" } });
    await shows("SN2", "SN3");
  });

  test("chips name the active filters and remove them, one by one or all", async () => {
    const { user } = await open({ state: { filter: "brand=Apple;serial~SN", q: "sn" } });
    const chips = screen.getByRole("list", { name: "Active filters" });
    expect(within(chips).getByText("contains “SN”")).toBeTruthy();
    await user.click(within(chips).getByRole("button", { name: "Remove the filter on Brand" }));
    expect(state).toEqual({ filter: "serial~SN", q: "sn" });
    await user.click(within(chips).getByRole("button", { name: "Clear all" }));
    expect(state).toEqual({ filter: undefined, q: "sn" });
    expect(screen.queryByRole("list", { name: "Active filters" })).toBeNull();
  });

  test("a table without matches says so and offers to clear the filters", async () => {
    const { user } = await open({ state: { q: "nothing", filter: "brand=Nokia" } });
    expect(screen.getByText("Searched all devices.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Clear search and filters" }));
    await waitFor(() => expect(serials()).toHaveLength(5));
  });
});

describe("columns of a table", () => {
  test("the choice of columns goes to the address, and is remembered where the address has none", async () => {
    const { user, unmount } = await open();
    await user.click(screen.getByRole("button", { name: "View" }));
    await user.click(await screen.findByRole("menuitemcheckbox", { name: "Brand" }));
    expect(state.cols).toBe("since");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("columnheader", { name: /Brand/ })).toBeNull();
    unmount();

    await open();
    expect(screen.queryByRole("columnheader", { name: /Brand/ })).toBeNull();
    cleanup();
    await open({ state: { hide: "since" } });
    expect(screen.getByRole("columnheader", { name: /Brand/ })).toBeTruthy();
    expect(screen.queryByRole("columnheader", { name: /Since/ })).toBeNull();
  });

  test("the column that identifies a row cannot be hidden", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "View" }));
    const names = (await screen.findAllByRole("menuitemcheckbox")).map((each) => each.textContent);
    expect(names).toEqual(["Brand", "Since", "Note"]);
  });

  test("compact rows are remembered", async () => {
    const { user } = await open();
    const height = () => screen.getAllByTestId("serial")[0]?.closest("td")?.style.height;
    expect(height()).toBe("40px");
    await user.click(screen.getByRole("button", { name: "View" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Compact" }));
    expect(height()).toBe("32px");
    cleanup();
    await open();
    expect(height()).toBe("32px");
  });
});

describe("a selection", () => {
  test("rows are selected one by one, and with shift up to the last one", async () => {
    await open();
    fireEvent.click(box("Select SN1"));
    fireEvent.click(box("Select SN4"), { shiftKey: true });
    await selects("SN1,SN2,SN3,SN4");
    fireEvent.click(box("Select SN3"));
    await selects("SN1,SN2,SN4");
    expect(box("Select all 5").getAttribute("aria-checked")).toBe("mixed");
  });

  test("selecting all takes every row that matches, also those out of sight", async () => {
    const many = Array.from({ length: 250 }, (_, index) =>
      device(index + 1, index % 2 ? "Apple" : "Samsung"),
    );
    const { user } = await open({ state: { filter: "brand=Samsung" } }, many);
    await user.click(await screen.findByRole("checkbox", { name: "Select all 125" }));
    const samsungs = many.filter(({ brand }) => brand === "Samsung");
    await selects(samsungs.map(serialOf).join());
    await user.click(box("Select all 125"));
    await selects("");
  });

  test("a selection stays with its rows when they move, change, are filtered out or leave", async () => {
    const { user } = await open();
    await user.click(box("Select SN2"));
    await user.click(box("Select SN5"));
    act(() => store.set([device(5, "Nokia"), ...five.slice(0, 4)]));
    expect(box("Select SN5").getAttribute("aria-checked")).toBe("true");
    act(() => store.set(five.slice(0, 1)));
    await selects("SN2,SN5");
  });

  test("Escape clears a selection", async () => {
    await open();
    fireEvent.click(box("Select SN1"));
    press("Escape");
    await selects("");
  });
});

describe("a selection on a phone", () => {
  beforeEach(() => {
    const stays = { addEventListener: vi.fn(), removeEventListener: vi.fn() };
    const narrow = { ...window.matchMedia("(max-width: 767px)"), ...stays, matches: true };
    const matchMedia = vi.spyOn(window, "matchMedia").mockReturnValue(narrow);
    return () => matchMedia.mockRestore();
  });

  test("on a phone a button begins and ends a selection, even where a filter hides selected rows", async () => {
    const { user } = await open();
    await screen.findByText("SN5");
    expect(screen.queryByRole("checkbox")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Select" }));
    await user.click(screen.getAllByRole("checkbox")[1] as HTMLElement);
    await selects("SN2");
    await user.type(screen.getByLabelText("Search all columns"), "sn5{Enter}");
    await user.click(screen.getByRole("button", { name: "Stop selecting" }));
    await selects("");
    expect(screen.queryByRole("checkbox")).toBeNull();
  });
});

describe("keys", () => {
  test("the keys j and k move, x selects, Enter opens, t transfers", async () => {
    await open();
    press("j");
    press("j");
    press("j");
    press("k");
    expect(cursor()).toBe("SN2");
    press("x");
    press("j");
    press("j");
    press("X", { shiftKey: true });
    await selects("SN2,SN3,SN4");
    press("Enter");
    expect(onOpenRow).toHaveBeenCalledExactlyOnceWith(five[3]);
    press("t");
    expect(onTransfer).toHaveBeenCalledExactlyOnceWith(five[3]);
  });

  test("the cursor stops at either end, and its row stays where it is while it is there", async () => {
    await open();
    press("k");
    expect(cursor()).toBe("SN1");
    act(() => store.set([device(9), ...five]));
    await screen.findByRole("button", { name: "1 new" });
    expect(cursor()).toBe("SN1");
    expect(serials()).toEqual(["SN1", "SN2", "SN3", "SN4", "SN5"]);
    press("Escape");
    await shows("SN9", "SN1", "SN2", "SN3", "SN4", "SN5");
  });

  test("with shift the arrows select the rows they pass, and unselect on the way back", async () => {
    await open();
    press("j");
    press("ArrowDown", { shiftKey: true });
    press("ArrowDown", { shiftKey: true });
    await selects("SN1,SN2,SN3");
    press("ArrowUp", { shiftKey: true });
    await selects("SN1,SN2");
    expect(cursor()).toBe("SN2");
  });

  test("the key / goes to the search, in which letters are letters", async () => {
    const { user } = await open();
    press("j");
    press("/");
    expect(document.activeElement).toBe(screen.getByLabelText("Search all columns"));
    await user.keyboard("xjt");
    await selects("");
    expect(cursor()).toBe("SN1");
    expect(onTransfer).not.toHaveBeenCalled();
  });

  test.each([
    ["in another field", async () => screen.getByLabelText("Elsewhere")],
    [
      "while a filter is open",
      async () => {
        fireEvent.click(screen.getByRole("button", { name: "Filter Since" }));
        await screen.findByRole("dialog");
        return document.body;
      },
    ],
  ])("a table's keys do nothing %s", async (_, target) => {
    await open();
    press("j");
    fireEvent.keyDown(await target(), { key: "t" });
    expect(onTransfer).not.toHaveBeenCalled();
  });

  test("a table's keys do nothing with Ctrl, Alt or ⌘, which are the browser's", async () => {
    await open();
    press("j");
    for (const modifier of ["ctrlKey", "altKey", "metaKey"]) press("t", { [modifier]: true });
    expect(onTransfer).not.toHaveBeenCalled();
  });

  test("the key ? lists a table's keys", async () => {
    await open();
    press("?");
    const dialog = await screen.findByRole("dialog", { name: "Keyboard" });
    for (const words of ["Search", "Open the row", "Select the row", "Transfer", "This list"]) {
      expect(within(dialog).getByText(words)).toBeTruthy();
    }
  });
});

describe("the count below the rows", () => {
  test.each<[string, TableState]>([
    ["5 devices", {}],
    ["1 of 5 devices", { q: "sn1" }],
  ])("the count below the rows says “%s”", async (text, at) => {
    await open({ state: at });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test("a list that is not all here is counted by the server, and its search says how far it is", async () => {
    const { user } = await open({ counted: 1_234 });
    act(() => store.set(five, { isComplete: false }));
    expect(await screen.findByText("1,234 devices")).toBeTruthy();
    await user.type(screen.getByLabelText("Search all columns"), "sn1{Enter}");
    expect(await screen.findByText("1 matching device so far")).toBeTruthy();
    expect(screen.getByText(/^Searched 5 devices/)).toBeTruthy();
    const before = store.asked;
    await user.click(screen.getByRole("button", { name: "Search further" }));
    expect(store.asked).toBe(before + 1);
  });

  test("a search does not say that nothing matches before it is through", async () => {
    await open({ state: { q: "zzz" } });
    act(() => store.set(five, { isComplete: false, isLoading: true, looked: 2_000 }));
    expect(await screen.findByText("Searching: none among 2,000 devices so far")).toBeTruthy();
    act(() => store.set(five, { isComplete: true, isLoading: false }));
    expect(await screen.findByText("Nothing matches “zzz”")).toBeTruthy();
  });
});

describe("a table's columns and its width", () => {
  const width = (px: number) =>
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(px);
  afterEach(() => void width(1_000));
  const headings = () =>
    screen.getAllByRole("columnheader").flatMap(({ textContent }) => textContent || []);

  test("a column that does not fit whole is left out, and the chooser says so", async () => {
    width(400);
    const { user } = await open();
    expect(headings()).toEqual(["Serial Number", "Brand"]);
    await user.click(screen.getByRole("button", { name: "View" }));
    expect(await screen.findByRole("menuitemcheckbox", { name: "Since no room" })).toBeTruthy();
  });

  test("a column is moved by Shift and the arrow keys in its heading, and the choice stays", async () => {
    const { user } = await open();
    screen.getByRole("button", { name: "Brand" }).focus();
    await user.keyboard("{Shift>}{ArrowRight}{/Shift}");
    expect(headings()).toEqual(["Serial Number", "Since", "Brand"]);
    expect(state.cols).toBe("since,brand");
    cleanup();
    await open();
    expect(headings()).toEqual(["Serial Number", "Since", "Brand"]);
  });

  test("what one person chose is not what another sees", async () => {
    const { user } = await open();
    screen.getByRole("button", { name: "Brand" }).focus();
    await user.keyboard("{Shift>}{ArrowRight}{/Shift}");
    cleanup();
    await open({ owner: "bruno@company.com" });
    expect(headings()).toEqual(["Serial Number", "Brand", "Since"]);
  });

  test("Tab stops once in the header, and the arrow keys go through its buttons", async () => {
    const { user } = await open();
    const header = screen.getAllByRole("row")[0] as HTMLElement;
    const stops = header.querySelectorAll("[tabindex='0']");
    expect(stops).toHaveLength(1);
    (stops[0] as HTMLElement).focus();
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement?.textContent).toBe("Serial Number");
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(
      screen.getByRole("button", { name: "Filter Serial Number" }),
    );
  });
});

describe("a search", () => {
  test("what a search found is marked in the row", async () => {
    await open({
      state: { q: "sn4" },
      columns: columns.map((column) =>
        column.id === "serial"
          ? { ...column, cell: ({ row }) => <Marked>{row.original.serial}</Marked> }
          : column,
      ),
    });
    expect((await screen.findByText("SN4")).tagName).toBe("MARK");
  });
});
