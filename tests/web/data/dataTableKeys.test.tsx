import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  columns,
  device,
  five,
  giveSize,
  openTable,
  selects,
  serials,
  shows,
} from "../../support/web/deviceTable";
import { press } from "../../support/web/press";

const cursor = () =>
  document.querySelector("tr[data-cursor] [data-testid=serial]")?.textContent ?? null;

beforeEach(() => {
  localStorage.clear();
  giveSize();
});
afterEach(cleanup);

describe("keys", () => {
  test("the keys j and k move, x selects, Enter opens, t transfers", async () => {
    const { onOpenRow, onTransfer } = await openTable();
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
    expect(screen.getByText("Transferring…")).toBeTruthy();
    await waitFor(() => expect(onTransfer).toHaveBeenCalledExactlyOnceWith(five[3]));
    expect(screen.queryByText("Transferring…")).toBeNull();
  });

  test("from the search, the arrow down moves to the first row, and keys act on it", async () => {
    const { user, onTransfer } = await openTable();
    press("/");
    await user.keyboard("SN4");
    await shows("SN4");
    await user.keyboard("{ArrowDown}");
    expect(cursor()).toBe("SN4");
    press("t");
    expect(screen.getByText("Transferring…")).toBeTruthy();
    await waitFor(() => expect(onTransfer).toHaveBeenCalledExactlyOnceWith(five[3]));
    expect(screen.queryByText("Transferring…")).toBeNull();
  });

  test("the header is one stop for Tab; the arrows, Home and End move through it and into the rows", async () => {
    const { user } = await openTable();
    const focused = () =>
      document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent;
    screen.getByRole("button", { name: /View/ }).focus();
    await user.tab();
    expect(focused()).toBe("Select all 5");
    await user.keyboard("{ArrowRight}");
    expect(focused()).toBe("Serial Number");
    await user.keyboard("{End}");
    expect(focused()).toBe("Filter Since");
    await user.tab({ shift: true });
    await user.tab();
    expect(focused()).toBe("Filter Since");
    await user.tab();
    expect(cursor()).toBe("SN1");
    await user.tab({ shift: true });
    await user.keyboard("{Home}");
    expect(focused()).toBe("Select all 5");
    await user.keyboard("{ArrowDown}");
    expect(cursor()).toBe("SN1");
    expect(document.activeElement?.hasAttribute("data-cursor")).toBe(true);
  });

  test("a row is one stop for Tab, and the left and right arrows move through its controls", async () => {
    const { user } = await openTable({
      columns: columns.map((column) =>
        column.id === "brand"
          ? { ...column, cell: ({ row }) => <a href="#brand">{`Of ${row.original.serial}`}</a> }
          : column,
      ),
    });
    const row = screen.getByText("SN2").closest("tr")!;
    press("j");
    press("j");
    expect(document.activeElement).toBe(row);
    await user.keyboard("{ArrowRight}");
    expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "Select SN2" }));
    await user.keyboard("{ArrowRight}{ArrowRight}");
    expect(document.activeElement?.textContent).toBe("Of SN2");
    await user.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}");
    expect(document.activeElement).toBe(row);
    await user.tab();
    expect(row.closest("table")?.contains(document.activeElement)).toBe(false);
    await user.tab({ shift: true });
    expect(document.activeElement).toBe(row);
  });

  test("rows that arrive later are one stop each, too", async () => {
    const { store } = await openTable();
    await act(async () => store.set([...five, device(6)]));
    expect(screen.getByRole<HTMLElement>("checkbox", { name: "Select SN6" }).tabIndex).toBe(-1);
    expect(document.querySelectorAll("tbody [tabindex='0']")).toHaveLength(1);
  });

  test("the cursor stops at either end, and its row keeps its place while it is present", async () => {
    const { store } = await openTable();
    press("k");
    expect(cursor()).toBe("SN1");
    act(() => store.set([device(9), ...five]));
    await screen.findByRole("button", { name: "1 new" });
    expect(cursor()).toBe("SN1");
    expect(serials()).toEqual(["SN1", "SN2", "SN3", "SN4", "SN5"]);
    press("Escape");
    await shows("SN9", "SN1", "SN2", "SN3", "SN4", "SN5");
  });

  test("the cursor's row that leaves while the focus is elsewhere passes its place to the cursor", async () => {
    const { store } = await openTable();
    for (const key of ["j", "j", "j"]) press(key);
    screen.getByLabelText("Elsewhere").focus();
    act(() => store.set(five.filter(({ serial }) => serial !== "SN3")));
    await shows("SN1", "SN2", "SN4", "SN5");
    expect(cursor()).toBe("SN4");
    press("j");
    expect(cursor()).toBe("SN5");
  });

  test("with shift the arrows select the rows they pass, and unselect on the way back", async () => {
    await openTable();
    press("j");
    press("ArrowDown", { shiftKey: true });
    press("ArrowDown", { shiftKey: true });
    await selects("SN1,SN2,SN3");
    press("ArrowUp", { shiftKey: true });
    await selects("SN1,SN2");
    expect(cursor()).toBe("SN2");
  });

  test("the key / moves to the search, in which letters are text", async () => {
    const { user, onTransfer } = await openTable();
    press("j");
    press("/");
    expect(document.activeElement).toBe(screen.getByLabelText("Search all columns"));
    await user.keyboard("xjt");
    await shows();
    await user.keyboard("{Escape}");
    await selects("");
    await waitFor(() => expect(cursor()).toBe("SN1"));
    expect(onTransfer).not.toHaveBeenCalled();
  });

  test("a search that moves the cursor to another row keeps the focus", async () => {
    const { user } = await openTable();
    press("j");
    press("/");
    await user.keyboard("sn3");
    await shows("SN3");
    await waitFor(() => expect(cursor()).toBe("SN3"));
    expect(document.activeElement).toBe(screen.getByLabelText("Search all columns"));
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
    const { onTransfer } = await openTable();
    press("j");
    press("t", {}, await target());
    expect(screen.queryByText("Transferring…")).toBeNull();
    expect(onTransfer).not.toHaveBeenCalled();
  });

  test("a table's keys do nothing with Ctrl, Alt or ⌘, which belong to the browser", async () => {
    const { onTransfer } = await openTable();
    press("j");
    for (const modifier of ["ctrlKey", "altKey", "metaKey"]) press("t", { [modifier]: true });
    expect(screen.queryByText("Transferring…")).toBeNull();
    expect(onTransfer).not.toHaveBeenCalled();
  });

  test("the key ? lists a table's keys", async () => {
    await openTable();
    press("?");
    const dialog = await screen.findByRole("dialog", { name: "Keyboard" });
    for (const words of ["Search", "Open the row", "Select the row", "Transfer"]) {
      expect(within(dialog).getByText(words)).toBeTruthy();
    }
  });
});
