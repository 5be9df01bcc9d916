import { describe, expect, test } from "vitest";
import { parseAddressFilters } from "#domain/tables/addressFilters";
import { FilterFault, parseFilters } from "#domain/exports/filterTexts";
import { parseReportFilters } from "#domain/reports/reportFilters";

const DAY = Date.UTC(2026, 0, 1);

describe("filters of a report that a terminal schedules", () => {
  test("the URL of the report contains the filters that its rows are tested by", () => {
    const { conditions, filter } = parseReportFilters([
      "brand=Apple|Johnson, Sons",
      "imei1~3569",
      "registereddate>=2026-01-01",
    ]);
    expect(conditions).toEqual([
      { kind: "select", field: "brand", anyOf: ["Apple", "Johnson, Sons"] },
      { kind: "text", field: "imei1", contains: "3569" },
      { kind: "dates", field: "registereddate", from: DAY },
    ]);
    expect(parseAddressFilters(filter)).toEqual({
      brand: { kind: "select", anyOf: ["Apple", "Johnson, Sons"] },
      imei1: { kind: "text", contains: "3569" },
      registereddate: { kind: "dates", first: "2026-01-01", last: undefined },
    });
  });

  test("a range of days is accepted in either order, and its URL names the last day", () => {
    const ends = ["registereddate<2026-03-01", "registereddate>=2026-01-01"];
    const address = "registereddate@2026-01-01..2026-02-28";
    expect(parseReportFilters(ends).filter).toBe(address);
    expect(parseReportFilters(ends.toReversed()).filter).toBe(address);
  });

  test("a status in any case becomes the one of the URL", () => {
    const { conditions, filter } = parseReportFilters(["status=in-use|LOST"]);
    expect(conditions).toEqual([{ kind: "select", field: "status", anyOf: ["In Use", "Lost"] }]);
    expect(filter).toBe(parseReportFilters(["status=In Use|Lost"]).filter);
  });

  test("a report without filters has none in its URL", () => {
    expect(parseReportFilters([])).toEqual({ conditions: [], filter: undefined });
  });

  test.each([
    ["a field that is no column of the report", ["os=Android"], /"os=Android".*country, city/s],
    ["a part of a column that is filtered by values", ["brand~sam"], /brand=VALUE/],
    ["a value of a column that is filtered by a part", ["imei1=3569"], /imei1~PART/],
    ["a second filter of a column", ["brand=A", "brand=B"], /"brand=B".*brand already/],
    [
      "a second beginning of a range",
      ["receiveDate>=2026-01-01", "receiveDate>=2026-02-01"],
      /receiveDate already/,
    ],
    [
      "a third end of a range",
      ["receiveDate<2026-01-01", "receiveDate>=2025-01-01", "receiveDate<2026-02-01"],
      /receiveDate already/,
    ],
    ["a time of a day", ["receiveDate<2026-01-01 14:05"], /whole days/],
  ])("refuses %s", (_, texts, message) => {
    expect(() => parseReportFilters(texts)).toThrow(FilterFault);
    expect(() => parseReportFilters(texts)).toThrow(message);
  });
});

test("filters of an export accept statuses, roles and actions in any case", () => {
  const select = (field: string, value: string) => [{ kind: "select", field, anyOf: [value] }];
  expect(parseFilters("history", ["action=transfer"])).toEqual(select("action", "Transfer"));
  expect(parseFilters("history", ["status=LOST"])).toEqual(select("status", "Lost"));
  expect(parseFilters("users", ["role=Admin"])).toEqual(select("role", "admin"));
  expect(parseFilters("users", ["status=disabled"])).toEqual(select("status", "Disabled"));
});
