import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Marked } from "@/components/data-table/search/Marked";
import type { TableState } from "@/components/data-table/tableState";
import {
  columns,
  five,
  giveSize,
  openTable,
  selects,
  serials,
  shows,
} from "../../support/web/deviceTable";
import { press } from "../../support/web/press";

beforeEach(() => {
  localStorage.clear();
  giveSize();
});
afterEach(cleanup);

describe("the heading of a column", () => {
  test("a column's heading sorts up, down, and not at all, with an arrow; dates start with the newest", async () => {
    const { user } = await openTable();
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

describe("the count of rows", () => {
  test("while rows load, neither the count nor Select all shows a part of them as the total", async () => {
    const { store } = await openTable({ counted: 5 });
    const loading = { isComplete: false, isLoading: true };
    const texts = new Set<string>();
    const note = () => {
      texts.add(document.querySelector("footer [role=status]")?.textContent ?? "");
      texts.add(
        screen.getByRole("checkbox", { name: /^Select (all|the)/ }).getAttribute("aria-label") ??
          "",
      );
    };
    await act(async () => store.set(five.slice(0, 2), loading));
    note();
    act(() => store.set(five, { isComplete: true, isLoading: false }));
    note(); // the store has all rows; their count has not been requested yet
    await screen.findByRole("checkbox", { name: "Select all 5" });
    note();
    expect([...texts]).toEqual(["5 devices", "Select all: loading…", "Select all 5"]);
  });

  test("a search counts the matches so far, until every row has arrived", async () => {
    const { store } = await openTable({ counted: 5, state: { filter: "brand=Apple" } });
    const status = () => document.querySelector("footer [role=status]")?.textContent ?? "";
    await act(async () => store.set(five.slice(0, 2), { isComplete: false, isLoading: true }));
    expect(status()).toBe("1 matching device so far");
    act(() => store.set(five, { isComplete: true, isLoading: false }));
    expect(status()).toBe("1 matching device so far");
    await waitFor(() => expect(status()).toBe("3 of 5 devices"));
  });

  test("Select all waits for the rows that are loading, and selects the present ones if no more come", async () => {
    const { store, user } = await openTable();
    await act(async () => store.set(five.slice(0, 2), { isComplete: false, isLoading: true }));
    const all = screen.getByRole("checkbox", { name: "Select all: loading…" });
    await user.click(all);
    expect(document.querySelector("output")?.textContent).toBe("");
    await act(async () => store.set(five.slice(0, 2), { isLoading: false }));
    await user.click(screen.getByRole("checkbox", { name: "Select the first 2" }));
    await selects("SN1,SN2");
  });
});

describe("filters of a table", () => {
  test("a filter that is opened before the rows arrive stays open, and offers their values", async () => {
    const { store, user } = await openTable({ isReady: false });
    await user.click(screen.getByRole("button", { name: "Filter Brand" }));
    const list = screen.getByRole("listbox", { name: "Brand" });
    await act(async () => store.set(five, { isReady: true, isComplete: true, isLoading: false }));
    await shows("SN1", "SN2", "SN3", "SN4", "SN5");
    expect(list.isConnected).toBe(true);
    await within(list).findByRole("option", { name: /Apple/ });
  });

  test("a select filter offers the distinct values with counts, accepts several, and All clears it", async () => {
    const { user, address } = await openTable();
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
    expect(address().filter).toBe("brand=Samsung");
    await user.click(within(list).getByRole("option", { name: /Apple/ }));
    await waitFor(() => expect(serials()).toHaveLength(5));
    await user.click(within(list).getByRole("option", { name: "All" }));
    expect(address().filter).toBeUndefined();
  });

  test("a select filter works by keyboard alone", async () => {
    const { user } = await openTable();
    press("f");
    const menu = await screen.findByRole("dialog", { name: "Filter" });
    await user.click(within(menu).getByRole("button", { name: "Brand" }));
    await within(menu).findByRole("option", { name: /Samsung/ });
    await user.keyboard("sam{Enter}{Escape}");
    await shows("SN2", "SN4");
  });

  test("a text filter shows how many records it searches, and narrows at each keystroke", async () => {
    const { user, store, address } = await openTable({ counted: 1_234 });
    act(() => store.set(five, { isComplete: false }));
    await user.click(screen.getByRole("button", { name: "Filter Serial Number" }));
    await user.type(await screen.findByPlaceholderText("Search 1,234 records..."), "sn3");
    await waitFor(() => expect(serials()).toEqual(["SN3"]));
    await waitFor(() => expect(address().filter).toBe("serial~sn3"));
  });

  test("a date filter includes the first day's start to the last day's end", async () => {
    const { user } = await openTable();
    await user.click(screen.getByRole("button", { name: "Filter Since" }));
    fireEvent.change(screen.getByLabelText("Since, from"), { target: { value: "2026-11-02" } });
    fireEvent.change(screen.getByLabelText("Since, to"), { target: { value: "2026-11-03" } });
    await shows("SN2", "SN3");
  });

  test("chips name the active filters and remove them, one by one or all", async () => {
    const { user, address } = await openTable({
      state: { filter: "brand=Apple;serial~SN", q: "sn" },
    });
    const chips = screen.getByRole("list", { name: "Active filters" });
    expect(within(chips).getByText("contains “SN”")).toBeTruthy();
    await user.click(within(chips).getByRole("button", { name: "Remove the filter on Brand" }));
    expect(address()).toEqual({ filter: "serial~SN", q: "sn" });
    await user.click(within(chips).getByRole("button", { name: "Clear all" }));
    expect(address()).toEqual({ filter: undefined, q: "sn" });
    expect(screen.queryByRole("list", { name: "Active filters" })).toBeNull();
  });

  test("a table without matches says so and offers to clear the filters", async () => {
    const { user } = await openTable({ state: { q: "nothing", filter: "brand=Nokia" } });
    expect(screen.getByText("Searched all devices.")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Clear search and filters" }));
    await waitFor(() => expect(serials()).toHaveLength(5));
  });
});

describe("columns of a table", () => {
  test("the choice of columns is written to the URL, and is used if the URL has none", async () => {
    const { user, unmount, address } = await openTable();
    await user.click(screen.getByRole("button", { name: "View" }));
    await user.click(await screen.findByRole("menuitemcheckbox", { name: "Brand" }));
    expect(address().cols).toBe("since");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("columnheader", { name: /Brand/ })).toBeNull();
    unmount();

    await openTable();
    expect(screen.queryByRole("columnheader", { name: /Brand/ })).toBeNull();
    cleanup();
    await openTable({ state: { hide: "since" } });
    expect(screen.getByRole("columnheader", { name: /Brand/ })).toBeTruthy();
    expect(screen.queryByRole("columnheader", { name: /Since/ })).toBeNull();
  });

  test("the column that identifies a row cannot be hidden", async () => {
    const { user } = await openTable();
    await user.click(screen.getByRole("button", { name: "View" }));
    const names = (await screen.findAllByRole("menuitemcheckbox")).map((each) => each.textContent);
    expect(names).toEqual(["Brand", "Since", "Note"]);
  });

  test("compact rows are stored as the user's choice", async () => {
    const { user } = await openTable();
    const height = () => screen.getAllByTestId("serial")[0]?.closest("td")?.style.height;
    expect(height()).toBe("40px");
    await user.click(screen.getByRole("button", { name: "View" }));
    await user.click(await screen.findByRole("menuitemradio", { name: "Compact" }));
    expect(height()).toBe("32px");
    cleanup();
    await openTable();
    expect(height()).toBe("32px");
  });
});

describe("the count below the rows", () => {
  test.each<[string, TableState]>([
    ["5 devices", {}],
    ["1 of 5 devices", { q: "sn1" }],
  ])("the count below the rows says “%s”", async (text, at) => {
    await openTable({ state: at });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test("a partly loaded list is counted by the server, and its search shows its progress", async () => {
    const { user, store } = await openTable({ counted: 1_234 });
    act(() => store.set(five, { isComplete: false }));
    expect(await screen.findByText("1,234 devices")).toBeTruthy();
    await user.type(screen.getByLabelText("Search all columns"), "sn1{Enter}");
    expect(await screen.findByText("1 matching device so far")).toBeTruthy();
    expect(screen.getByText(/^Searched 5 devices/)).toBeTruthy();
    const before = store.asked;
    await user.click(screen.getByRole("button", { name: "Search further" }));
    expect(store.asked).toBe(before + 1);
  });

  test("a search reports no matches only once it is complete", async () => {
    const { store } = await openTable({ state: { q: "zzz" } });
    act(() => store.set(five, { isComplete: false, isLoading: true, looked: 2_000 }));
    expect(await screen.findByText("Searching: none among 2,000 devices so far")).toBeTruthy();
    act(() => store.set(five, { isComplete: true, isLoading: false }));
    expect(await screen.findByText("Nothing matches “zzz”")).toBeTruthy();
  });
});

describe("a table's columns and its width", () => {
  const headings = () =>
    screen.getAllByRole("columnheader").flatMap(({ textContent }) => textContent || []);

  test("every chosen column is drawn in a narrow window, and the table is wider than it", async () => {
    giveSize(340);
    await openTable({ state: { cols: "brand,since,note" } });
    expect(headings()).toEqual(["Serial Number", "Brand", "Since", "Note"]);
    const { style } = screen.getByRole("table");
    // 44 for the checkboxes, the columns' own 480, and 76 in which a sliver of Since would show.
    expect(style.width).toBe("600px");
  });

  test("checkboxes and the first column are pinned, one next to the other", async () => {
    giveSize(340);
    await openTable();
    const [select, serial, brand] = screen.getAllByRole("columnheader");
    const { style } = screen.getByRole("table");
    expect(style.getPropertyValue("--pin-select")).toBe("0px");
    expect(style.getPropertyValue("--pin-serial")).toBe("44px");
    expect([select, serial, brand].map((heading) => heading?.style.left)).toEqual([
      "var(--pin-select)",
      "var(--pin-serial)",
      "",
    ]);
  });

  test("Reset columns restores the widths, too", async () => {
    giveSize(340);
    const { user } = await openTable();
    const width = () => screen.getByRole("table").style.width;
    const before = width();
    screen.getByRole("button", { name: "Brand" }).focus();
    await user.keyboard(`{Shift>}${"{ArrowUp}".repeat(12)}{/Shift}`);
    expect(width()).not.toBe(before);
    await user.click(screen.getByRole("button", { name: "View" }));
    await user.click(await screen.findByRole("menuitem", { name: "Reset columns" }));
    await waitFor(() => expect(width()).toBe(before));
  });

  test("a column is moved by Shift and the arrow keys in its heading, and the choice is kept", async () => {
    const { user, address } = await openTable();
    screen.getByRole("button", { name: "Brand" }).focus();
    await user.keyboard("{Shift>}{ArrowRight}{/Shift}");
    expect(headings()).toEqual(["Serial Number", "Since", "Brand"]);
    expect(address().cols).toBe("since,brand");
    cleanup();
    await openTable();
    expect(headings()).toEqual(["Serial Number", "Since", "Brand"]);
  });

  test("the choice of one person does not affect another", async () => {
    const { user } = await openTable();
    screen.getByRole("button", { name: "Brand" }).focus();
    await user.keyboard("{Shift>}{ArrowRight}{/Shift}");
    cleanup();
    await openTable({ owner: "bruno@company.com" });
    expect(headings()).toEqual(["Serial Number", "Brand", "Since"]);
  });

  test("Tab stops once in the header, and the arrow keys move through its buttons", async () => {
    const { user } = await openTable();
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
  test("typed text is in the URL as soon as its field loses the focus", async () => {
    const { address } = await openTable();
    const field = screen.getByLabelText("Search all columns");
    field.focus();
    fireEvent.change(field, { target: { value: "sn3" } });
    expect(address().q).toBeUndefined();
    act(() => field.blur());
    expect(address().q).toBe("sn3");
  });

  test("a row highlights the text that a search matched in it", async () => {
    await openTable({
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
