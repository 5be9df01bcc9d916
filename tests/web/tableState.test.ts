import { describe, expect, test } from "vitest";
import { searchRows } from "@/components/data-table/search";
import { formatSort, parseSort, tableSearch } from "@/components/data-table/tableState";
import { sampleColumns } from "@/features/samples/list/columns";
import { aSample } from "../support/webSamples";

describe("a table's state in the address", () => {
  test("a sort survives the address", () => {
    for (const sort of ["model", "-inTransitDate"]) {
      expect(formatSort(parseSort(sort))).toBe(sort);
    }
    expect(formatSort(parseSort(undefined))).toBeUndefined();
  });

  test("a serial number that the router reads as a number is still text", () => {
    expect(tableSearch.parse({ q: 490154203237518 }).q).toBe("490154203237518");
  });

  test("a mangled address opens the list as if that part were absent", () => {
    expect(tableSearch.parse({ q: { a: 1 }, sort: ["x"] })).toEqual({
      q: undefined,
      sort: undefined,
    });
  });
});

describe("the search over all columns", () => {
  const columns = sampleColumns("transfer", { email: "ana@company.com", role: "user" });
  const rows = [
    aSample({ customers: "Telefónica", model: "Galaxy A54" }),
    aSample({ customers: "Vivo", model: "Galaxy S24", imei2: "490154203237518" }),
  ];
  const found = (query: string) => searchRows(rows, columns, query).map((row) => row.customers);

  test.each([
    ["nothing typed shows all", "  ", ["Telefónica", "Vivo"]],
    ["case and accents make no difference", "TELEFONICA", ["Telefónica"]],
    ["words may be in different columns", "vivo galaxy", ["Vivo"]],
    ["every word must occur", "vivo a54", []],
    ["an IMEI may be grouped", "49 015420 323751 8", ["Vivo"]],
  ])("%s", (_, query, customers) => {
    expect(found(query)).toEqual(customers);
  });
});
