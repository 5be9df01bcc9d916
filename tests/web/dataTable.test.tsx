import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Columns } from "@/components/data-table/columns";
import { DataTable, type DataTableProps } from "@/components/data-table/DataTable";
import { useSelection } from "@/components/data-table/selection/useSelection";
import type { TableState } from "@/components/data-table/tableState";
import { FakeConvex } from "../support/fakeConvex";
import { renderScreen } from "../support/renderApp";

type Device = { _id: string; brand: string; serial: string; since: number };
const device = (number: number, brand = "Apple"): Device => ({
  _id: `d${number}`,
  brand,
  serial: `SN${number}`,
  since: new Date(2026, 10, number, 12).getTime(),
});
const five = [1, 2, 3, 4, 5].map((number) => device(number, number % 2 ? "Apple" : "Samsung"));

const columns: Columns<Device> = [
  {
    id: "brand",
    header: "Brand",
    accessorFn: ({ brand }) => brand,
    meta: { text: ({ brand }) => brand, filter: "select" },
  },
  {
    id: "serial",
    header: "Serial Number",
    accessorFn: ({ serial }) => serial,
    cell: ({ row }) => <span data-testid="serial">{row.original.serial}</span>,
    meta: { text: ({ serial }) => serial, filter: "text", isFixed: true },
  },
  {
    id: "since",
    header: "Since",
    accessorFn: ({ since }) => since,
    meta: { text: ({ since }) => String(since), filter: "dates" },
  },
];

const onOpen = vi.fn();
const onTransfer = vi.fn();
const onLoadMore = vi.fn<() => void>();
let show: (props: Partial<DataTableProps<Device>>) => void;
let state: TableState;
const serialOf = ({ serial }: Device) => serial;

/** A table as a screen holds it: its state in the "address", a selection. */
function Screen({ initial }: { initial: Partial<DataTableProps<Device>> }) {
  const [props, setProps] = useState(initial);
  const [current, setCurrent] = useState<TableState>(initial.state ?? {});
  const rows = props.rows ?? five;
  const selection = useSelection(rows, serialOf);
  show = (more) => setProps((before) => ({ ...before, ...more }));
  state = current;
  return (
    <>
      <input aria-label="Elsewhere" />
      <DataTable
        label="Devices"
        noun={{ one: "device", many: "devices" }}
        columns={columns}
        isLoading={false}
        hasMore={false}
        onLoadMore={onLoadMore}
        view="devices"
        renderCard={() => null}
        empty="Nothing here"
        onOpen={onOpen}
        rowKeys={[{ key: "t", label: "Transfer", run: onTransfer }]}
        {...props}
        rows={rows}
        state={current}
        onStateChange={setCurrent}
        selection={selection}
        selectionBar={<output>{selection.rows.map(serialOf).join()}</output>}
      />
    </>
  );
}

const open = (initial: Partial<DataTableProps<Device>> = {}) =>
  renderScreen(new FakeConvex(), <Screen initial={initial} />);

const serials = () => screen.queryAllByTestId("serial").map(({ textContent }) => textContent);
const selected = () => document.querySelector("output")?.textContent;
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
      serials().join(),
    ];
    const asTheyCame = "SN1,SN2,SN3,SN4,SN5";
    await press("Brand");
    expect(sorted("Brand")).toEqual(["ascending", "up", "SN1,SN3,SN5,SN2,SN4"]);
    await press("Brand");
    expect(sorted("Brand")).toEqual(["descending", "down", "SN2,SN4,SN1,SN3,SN5"]);
    await press("Brand");
    expect(sorted("Brand")).toEqual([null, undefined, asTheyCame]);
    await press("Since");
    expect(sorted("Since")).toEqual(["descending", "down", "SN5,SN4,SN3,SN2,SN1"]);
  });
});

describe("filters of a table", () => {
  test("a select filter offers the distinct values with counts, takes several, and All ends it", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Filter Brand" }));
    const list = screen.getByRole("listbox", { name: "Brand" });
    const options = () =>
      within(list)
        .getAllByRole("option")
        .map((each) => each.textContent);
    expect(options()).toEqual(["All", "Apple3", "Samsung2"]);

    await user.click(within(list).getByRole("option", { name: /Samsung/ }));
    expect(serials()).toEqual(["SN2", "SN4"]);
    expect(state.filter).toBe("brand=Samsung");
    await user.click(within(list).getByRole("option", { name: /Apple/ }));
    expect(serials()).toHaveLength(5);
    await user.click(within(list).getByRole("option", { name: "All" }));
    expect(state.filter).toBeUndefined();
  });

  test("a select filter is worked by keyboard alone", async () => {
    const { user } = await open();
    press("f");
    const menu = await screen.findByRole("dialog", { name: "Filter" });
    await user.click(within(menu).getByRole("button", { name: "Brand" }));
    await user.keyboard("sam{Enter}{Escape}");
    expect(serials()).toEqual(["SN2", "SN4"]);
  });

  test("a text filter says how many records it searches, and waits for a pause", async () => {
    const { user } = await open({ total: 1_234, hasMore: true });
    await user.click(screen.getByRole("button", { name: "Filter Serial Number" }));
    await user.type(screen.getByPlaceholderText("Search 1,234 records..."), "sn3");
    await waitFor(() => expect(serials()).toEqual(["SN3"]));
    expect(state.filter).toBe("serial~sn3");
  });

  test("a date filter goes from the first day's start to the last day's end", async () => {
    const { user } = await open();
    await user.click(screen.getByRole("button", { name: "Filter Since" }));
    fireEvent.change(screen.getByLabelText("Since, from"), { target: { value: "2026-11-02" } });
    fireEvent.change(screen.getByLabelText("Since, to"), { target: { value: "2026-11-03" } });
    expect(serials()).toEqual(["SN2", "SN3"]);
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
    expect(serials()).toHaveLength(5);
  });
});

describe("columns of a table", () => {
  test("the choice of columns goes to the address, and is remembered where the address has none", async () => {
    const { user, unmount } = await open();
    await user.click(screen.getByRole("button", { name: "Columns and rows" }));
    await user.click(await screen.findByRole("menuitemcheckbox", { name: "Brand" }));
    expect(state.hide).toBe("brand");
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
    await user.click(screen.getByRole("button", { name: "Columns and rows" }));
    const names = (await screen.findAllByRole("menuitemcheckbox")).map((each) => each.textContent);
    expect(names).toEqual(["Brand", "Since"]);
  });

  test("compact rows are remembered", async () => {
    const { user } = await open();
    const height = () => screen.getAllByTestId("serial")[0]?.closest("td")?.style.height;
    expect(height()).toBe("40px");
    await user.click(screen.getByRole("button", { name: "Columns and rows" }));
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
    expect(selected()).toBe("SN1,SN2,SN3,SN4");
    fireEvent.click(box("Select SN3"));
    expect(selected()).toBe("SN1,SN2,SN4");
    expect(box("Select all shown").getAttribute("aria-checked")).toBe("mixed");
  });

  test("selecting all takes the shown rows, and no more", async () => {
    const { user } = await open({ state: { filter: "brand=Samsung" } });
    await user.click(box("Select all shown"));
    expect(selected()).toBe("SN2,SN4");
    await user.click(box("Select all shown"));
    expect(selected()).toBe("");
  });

  test("a selection stays with its rows when they move, change, are filtered out or leave", async () => {
    const { user } = await open();
    await user.click(box("Select SN2"));
    await user.click(box("Select SN5"));
    act(() => show({ rows: [device(5, "Nokia"), ...five.slice(0, 4)] }));
    expect(box("Select SN5").getAttribute("aria-checked")).toBe("true");
    act(() => show({ rows: five.slice(0, 1) }));
    expect(selected()).toBe("SN2,SN5");
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
    const { user } = await open({ renderCard: ({ serial }) => serial });
    expect(screen.queryByRole("checkbox")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Select" }));
    await user.click(screen.getAllByRole("checkbox")[1] as HTMLElement);
    expect(selected()).toBe("SN2");
    await user.type(screen.getByLabelText("Search all columns"), "sn5{Enter}");
    await user.click(screen.getByRole("button", { name: "Stop selecting" }));
    expect(selected()).toBe("");
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
    expect(selected()).toBe("SN2,SN3,SN4");
    press("Enter");
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(five[3]);
    press("t");
    expect(onTransfer).toHaveBeenCalledExactlyOnceWith(five[3]);
  });

  test("the cursor stops at either end, and stays with its row when rows move", async () => {
    await open();
    press("k");
    expect(cursor()).toBe("SN1");
    act(() => show({ rows: [...five].reverse() }));
    expect(cursor()).toBe("SN1");
    press("j");
    expect(cursor()).toBe("SN1");
  });

  test("the key / goes to the search, in which letters are letters", async () => {
    const { user } = await open();
    press("j");
    press("/");
    expect(document.activeElement).toBe(screen.getByLabelText("Search all columns"));
    await user.keyboard("xjt");
    expect([selected(), cursor()]).toEqual(["", "SN1"]);
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
  test.each<[string, Partial<DataTableProps<Device>>]>([
    ["5 devices", {}],
    ["1,234 devices", { hasMore: true, total: 1_234 }],
    ["5 devices so far, more below", { hasMore: true }],
    ["1 of 5 devices", { state: { q: "sn1" } }],
    ["1 of 5 devices so far", { state: { q: "sn1" }, hasMore: true }],
    ["1 matching device", { state: { q: "sn1" }, hasMore: true, looked: 200 }],
  ])("the count below the rows says “%s”", async (text, props) => {
    await open(props);
    expect(screen.getByText(text)).toBeTruthy();
  });
});

describe("a search that is not through yet", () => {
  test("a search asks for more until enough is found, says how far it is, and can be stopped", async () => {
    const { user } = await open({
      state: { q: "sn1" },
      hasMore: true,
      looked: 2_000,
      total: 100_000,
    });
    expect(onLoadMore).toHaveBeenCalled();
    expect(screen.getByText("Searched 2,000 of 100,000 devices")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Stop" }));
    onLoadMore.mockClear();
    act(() => show({ looked: 3_000, onLoadMore: () => onLoadMore() }));
    expect(onLoadMore).not.toHaveBeenCalled();
    await user.click(screen.getByRole("button", { name: "Search further" }));
    expect(onLoadMore).toHaveBeenCalled();
  });

  test("a search does not say that nothing matches before it is through", async () => {
    await open({ state: { q: "zzz" }, hasMore: true, looked: 2_000, total: 100_000 });
    expect(screen.getByText("Searching: none among 2,000 devices so far")).toBeTruthy();
    act(() => show({ hasMore: false, looked: 100_000 }));
    expect(screen.getByText("Nothing matches “zzz”")).toBeTruthy();
  });
});
