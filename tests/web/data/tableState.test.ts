import { describe, expect, test } from "vitest";
import { formatSort, parseSort, tableSearch } from "@/components/data-table/tableState";

describe("a table's state in the URL", () => {
  test("a table's sort survives in the URL", () => {
    for (const sort of ["model", "-inTransitDate"]) {
      expect(formatSort(parseSort(sort))).toBe(sort);
    }
    expect(formatSort(parseSort(undefined))).toBeUndefined();
  });

  test("a serial number that the router reads as a number is still text", () => {
    expect(tableSearch({ q: 490154203237518 }).q).toBe("490154203237518");
  });

  test("a malformed part of a table's URL counts as absent", () => {
    const mangled = { q: { a: 1 }, sort: ["x"], filter: true, hide: {} };
    expect(tableSearch(mangled)).toEqual({});
  });
});
