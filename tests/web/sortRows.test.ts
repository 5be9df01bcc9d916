import { expect, test } from "vitest";
import { sortRows } from "@/components/data-table/sortRows";

const sorted = (cells: (string | number | undefined)[], isDescending = false) =>
  sortRows(
    cells.map((cell) => ({ cell })),
    ({ cell }) => cell,
    isDescending,
  ).map(({ cell }) => cell);

test("texts sort as people sort them: numbers in them count, case and accents do not", () => {
  expect(sorted(["A10", "b", "á9", "A2"])).toEqual(["A2", "á9", "A10", "b"]);
});

test("dates sort by time", () => {
  expect(sorted([20, 3, 100])).toEqual([3, 20, 100]);
  expect(sorted([20, 3, 100], true)).toEqual([100, 20, 3]);
});

test("empty cells come last in either direction", () => {
  expect(sorted([undefined, "b", "", "a"])).toEqual(["a", "b", undefined, ""]);
  expect(sorted([undefined, 2, 1], true)).toEqual([2, 1, undefined]);
});

test("rows of equal value keep the list's order, in either direction", () => {
  const rows = ["apple", "Apple", "APPLE", "Apple"].map((brand, index) => ({ brand, index }));
  for (const isDescending of [false, true]) {
    const result = sortRows(rows, ({ brand }) => brand, isDescending);
    expect(result.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  }
});
