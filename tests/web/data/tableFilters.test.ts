import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { withKnown } from "@/components/data-table/filters/filterOptions";
import { describeFilter } from "@/components/data-table/filters/describeFilter";
import { activeFilters, tableQuery, withFilter } from "@/components/data-table/filters/filterState";
import { sampleColumns } from "@/features/samples/list/columns";
import {
  formatAddressFilters,
  parseAddressFilters,
  type Filters,
  type FilterValue,
} from "#domain/tables/addressFilters";
import { LIST_COLUMNS } from "#domain/samples/fields";
import { fieldColumn, rowMatcher } from "#domain/tables/tableFilters";
import { aSample } from "../../support/web/webSamples";
import { property } from "../../support/property";

const columns = sampleColumns("transfer", LIST_COLUMNS.transfer, {
  email: "ana@company.com",
  role: "user",
});
const matcher = rowMatcher(LIST_COLUMNS.transfer.map((column) => fieldColumn(column)));

const day = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const value: fc.Arbitrary<FilterValue> = fc.oneof(
  fc.record({
    kind: fc.constant("select" as const),
    anyOf: fc.uniqueArray(fc.string({ unit: "binary" }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({
    kind: fc.constant("text" as const),
    contains: fc.string({ unit: "binary" }).filter((text) => text.trim() !== ""),
  }),
  fc.record({
    kind: fc.constant("dates" as const),
    first: day,
    last: fc.option(day, { nil: undefined }),
  }),
);
const filters: fc.Arbitrary<Filters> = fc.dictionary(fc.stringMatching(/^\w{1,8}$/), value, {
  noNullPrototype: true,
});

describe("filters in the URL", () => {
  test("a filter in the URL with more values than the server accepts counts as absent", () => {
    const chosen = (count: number): Filters => ({
      brand: { kind: "select", anyOf: Array.from({ length: count }, (_, index) => `b${index}`) },
    });
    expect(parseAddressFilters(formatAddressFilters(chosen(1_000)))).toEqual(chosen(1_000));
    expect(parseAddressFilters(formatAddressFilters(chosen(1_001)))).toEqual({});
  });

  property([filters], { numRuns: 1_000 })("survive it, whatever their values are", (before) => {
    expect(parseAddressFilters(formatAddressFilters(before))).toEqual(before);
  });

  test("filters in the URL are readable", () => {
    const chosen: Filters = {
      brand: { kind: "select", anyOf: ["Apple", "Johnson, Sons"] },
      imei1: { kind: "text", contains: "3569" },
      inUseDate: { kind: "dates", first: "2026-11-01", last: undefined },
    };
    expect(formatAddressFilters(chosen)).toBe(
      "brand=Apple,Johnson\\, Sons;imei1~3569;inUseDate@2026-11-01..",
    );
    expect(formatAddressFilters({})).toBeUndefined();
  });

  test.each([
    ["a column that is not there", "colour=red"],
    ["a mark that no filter has", "brand!Apple"],
    ["a filter of another kind than the column's", "brand~Apple"],
    ["a day that no calendar has", "inUseDate@2026-02-30.."],
    ["dates that are none", "inUseDate@tomorrow..today"],
    ["a text of spaces", "imei1~  "],
    ["nothing but marks", ";;=,~@.."],
  ])("a malformed filter counts as absent (%s), the others apply", (_, part) => {
    const state = { filter: `${part};country=Spain` };
    expect(activeFilters(state, columns)).toEqual({
      country: { kind: "select", anyOf: ["Spain"] },
    });
  });

  property([fc.string({ unit: "binary" })], { numRuns: 1_000 })(
    "never break the page, however malformed",
    (filter) => {
      const query = tableQuery({ filter }, columns);
      matcher(query)(aSample());
    },
  );

  test("replacing or removing one filter keeps the others and the search", () => {
    const state = { q: "galaxy", filter: "brand=Apple;imei1~35" };
    const changed = withFilter(state, "brand", { kind: "select", anyOf: ["Samsung"] });
    expect(changed).toEqual({ q: "galaxy", filter: "imei1~35;brand=Samsung" });
    expect(withFilter(changed, "brand", undefined).filter).toBe("imei1~35");
    expect(withFilter({ filter: "brand=Apple" }, "brand", undefined).filter).toBeUndefined();
  });
});

describe("a date filter", () => {
  afterEach(() => vi.unstubAllEnvs());

  const isShown = (at: Date, filter: string) =>
    matcher(tableQuery({ filter }, columns))(aSample({ status: "In Use", inUseDate: +at }));

  test.each(["America/Sao_Paulo", "Asia/Kathmandu", "UTC"])(
    "includes the start of the first day to the end of the last, in %s",
    (zone) => {
      vi.stubEnv("TZ", zone);
      const filter = "inUseDate@2026-11-01..2026-11-02";
      expect(isShown(new Date(2026, 9, 31, 23, 59, 59, 999), filter)).toBe(false);
      expect(isShown(new Date(2026, 10, 1), filter)).toBe(true);
      expect(isShown(new Date(2026, 10, 2, 23, 59, 59, 999), filter)).toBe(true);
      expect(isShown(new Date(2026, 10, 3), filter)).toBe(false);
    },
  );

  test.each(["America/Sao_Paulo", "Pacific/Auckland"])(
    "a date filter of UTC days means the same times in %s, and says so",
    (zone) => {
      vi.stubEnv("TZ", zone);
      const filter = "inUseDate@2026-11-01..2026-11-02Z";
      expect(isShown(new Date("2026-11-01T00:00:00Z"), filter)).toBe(true);
      expect(isShown(new Date("2026-11-02T23:59:59Z"), filter)).toBe(true);
      expect(isShown(new Date("2026-10-31T23:59:59Z"), filter)).toBe(false);
      expect(isShown(new Date("2026-11-03T00:00:00Z"), filter)).toBe(false);
      const { inUseDate } = parseAddressFilters(filter);
      expect(inUseDate && describeFilter(inUseDate)).toMatch(/ \(UTC\)$/);
    },
  );

  test("a date filter covers a day of 25 hours completely", () => {
    vi.stubEnv("TZ", "Europe/Lisbon"); // the clock is set back on October 25
    const filter = "inUseDate@2026-10-25..2026-10-25";
    expect(isShown(new Date("2026-10-25T23:59:59Z"), filter)).toBe(true);
    expect(isShown(new Date("2026-10-26T00:00:00Z"), filter)).toBe(false);
  });

  test("a date filter may be open at either end, and leaves out rows without the date", () => {
    const at = new Date(2026, 10, 1, 12);
    expect(isShown(at, "inUseDate@..2026-11-01")).toBe(true);
    expect(isShown(at, "inUseDate@2026-11-02..")).toBe(false);
    const undated = aSample({ status: "Registered" });
    expect(matcher(tableQuery({ filter: "inUseDate@2000-01-01.." }, columns))(undated)).toBe(false);
  });
});

describe("the values of a select filter", () => {
  test("a select filter offers the values that rows have, then known ones that no row has", () => {
    const counted = [
      { value: "", count: 1 },
      { value: "b10", count: 2 },
    ];
    expect(withKnown(counted, ["c", "b10", "B9", "c"])).toEqual([
      ...counted,
      { value: "B9", count: null },
      { value: "c", count: null },
    ]);
  });
});

describe("a chip", () => {
  test.each<[FilterValue, string]>([
    [{ kind: "select", anyOf: ["Apple"] }, "Apple"],
    [{ kind: "select", anyOf: ["", "A", "B"] }, "(empty), A +1"],
    [{ kind: "text", contains: "35" }, "contains “35”"],
    [{ kind: "dates", first: "2026-11-01" }, "from Nov 1, 2026"],
    [{ kind: "dates", first: "2026-11-01", last: "2026-11-01" }, "Nov 1, 2026"],
    [{ kind: "dates", first: "2026-11-01", last: "2026-11-03" }, "from Nov 1, 2026 to Nov 3, 2026"],
  ])("the chip of %o reads %s", (filter, words) => {
    expect(describeFilter(filter)).toBe(words);
  });
});
