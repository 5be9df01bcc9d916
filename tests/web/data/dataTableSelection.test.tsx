import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  device,
  five,
  giveSize,
  openTable,
  selects,
  serialOf,
} from "../../support/web/deviceTable";
import { press } from "../../support/web/press";

const box = (name: string) => screen.getByRole("checkbox", { name });

beforeEach(() => {
  localStorage.clear();
  giveSize();
});
afterEach(cleanup);

describe("a selection", () => {
  test("rows are selected one by one, and with shift up to the last one", async () => {
    await openTable();
    fireEvent.click(box("Select SN1"));
    fireEvent.click(box("Select SN4"), { shiftKey: true });
    await selects("SN1,SN2,SN3,SN4");
    fireEvent.click(box("Select SN3"));
    await selects("SN1,SN2,SN4");
    expect(box("Select all 5").getAttribute("aria-checked")).toBe("mixed");
  });

  test("selecting all selects every row that matches, also those outside the viewport", async () => {
    const many = Array.from({ length: 250 }, (_, index) =>
      device(index + 1, index % 2 ? "Apple" : "Samsung"),
    );
    const { user } = await openTable({ state: { filter: "brand=Samsung" } }, many);
    await user.click(await screen.findByRole("checkbox", { name: "Select all 125" }));
    const samsungs = many.filter(({ brand }) => brand === "Samsung");
    await selects(samsungs.map(serialOf).join());
    await user.click(box("Select all 125"));
    await selects("");
  });

  test("a selection follows its rows when they move, change, are filtered out or leave", async () => {
    const { user, store } = await openTable();
    await user.click(box("Select SN2"));
    await user.click(box("Select SN5"));
    act(() => store.set([device(5, "Nokia"), ...five.slice(0, 4)]));
    expect(box("Select SN5").getAttribute("aria-checked")).toBe("true");
    act(() => store.set(five.slice(0, 1)));
    await selects("SN2,SN5");
  });

  test("Escape clears a selection", async () => {
    await openTable();
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
    const { user } = await openTable();
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
