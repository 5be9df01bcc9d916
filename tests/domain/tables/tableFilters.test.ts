import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDateTime } from "#domain/common/dates";
import {
  isEmptyQuery,
  rowMatcher,
  unknownField,
  type Condition,
  type FilterColumn,
  type TableQuery,
} from "#domain/tables/tableFilters";
import { property } from "../../support/property";

type Device = { customers: string; model: string; imei: string; at?: number | undefined };

const text = (id: "customers" | "model" | "imei"): FilterColumn<Device> => ({
  id,
  value: (row) => row[id],
  text: (row) => row[id],
  isDate: false,
});
const COLUMNS: FilterColumn<Device>[] = [
  text("customers"),
  text("model"),
  text("imei"),
  {
    id: "at",
    value: ({ at }) => at,
    text: ({ at }) => (at === undefined ? "" : formatDateTime(at, "UTC")),
    isDate: true,
  },
];
const matcher = rowMatcher(COLUMNS);

const telefonica: Device = { customers: "Telefónica", model: "Galaxy A54", imei: "" };
const AT = Date.UTC(2026, 10, 21, 14, 5, 9);
const vivo: Device = {
  customers: "Vivo",
  model: "Galaxy S24",
  imei: "490154203237518",
  at: AT,
};
const found = (query: Partial<TableQuery>) =>
  [telefonica, vivo]
    .filter(matcher({ search: "", conditions: [], ...query }))
    .map(({ customers }) => customers);

test("a cell with several texts matches a filter that one of them matches", () => {
  const rows = [{ people: ["ana", "bruno"] }, { people: ["carla"] }, { people: [] }];
  const people: FilterColumn<(typeof rows)[number]> = {
    id: "people",
    value: (row) => row.people,
    text: () => "",
    isDate: false,
  };
  const which = (condition: Condition) =>
    rows.filter(rowMatcher([people])({ search: "", conditions: [condition] }));
  const chosen = (...anyOf: string[]) => which({ kind: "select", field: "people", anyOf });
  expect(chosen("bruno")).toEqual([rows[0]]);
  expect(chosen("ana", "carla")).toEqual([rows[0], rows[1]]);
  expect(chosen("an")).toEqual([]);
  expect(which({ kind: "text", field: "people", contains: "AR" })).toEqual([rows[1]]);
});

describe("the search over all columns", () => {
  test.each([
    ["nothing typed shows all", "  ", ["Telefónica", "Vivo"]],
    ["case and accents make no difference", "TELEFONICA", ["Telefónica"]],
    ["words may be in different columns", "vivo galaxy", ["Vivo"]],
    ["every word must occur", "vivo a54", []],
    ["an IMEI may be grouped", "49 015420 323751 8", ["Vivo"]],
    ["a date is found as it is shown", "nov 21, 2026, 14:05", ["Vivo"]],
  ])("%s", (_, search, customers) => {
    expect(found({ search })).toEqual(customers);
  });

  property(
    [fc.integer({ min: 0, max: 4_000_000_000_000 }), fc.nat({ max: 24 }), fc.nat({ max: 24 })],
    { numRuns: 1_000 },
  )("finds every part of a date's text", (at, from, to) => {
    const part = formatDateTime(at, "UTC").slice(Math.min(from, to), Math.max(from, to));
    // Digits and spaces alone count as an identifier, never as a date.
    fc.pre(!/^[\d\s]*$/.test(part));
    expect(matcher({ search: part, conditions: [] })({ ...telefonica, at })).toBe(true);
  });
});

describe("a filter condition", () => {
  test.each<[string, TableQuery["conditions"][number], string[]]>([
    ["one of", { kind: "select", field: "model", anyOf: ["Galaxy S24", "x"] }, ["Vivo"]],
    ["empty", { kind: "select", field: "imei", anyOf: [""] }, ["Telefónica"]],
    ["none of", { kind: "select", field: "model", anyOf: [] }, []],
    ["the whole value only", { kind: "select", field: "model", anyOf: ["Galaxy"] }, []],
    ["contains", { kind: "text", field: "model", contains: "xy A5" }, ["Telefónica"]],
    ["starts with", { kind: "text", field: "model", contains: "GALAXY" }, ["Telefónica", "Vivo"]],
    ["contains, grouped", { kind: "text", field: "imei", contains: "49 0154" }, ["Vivo"]],
    ["no other column", { kind: "text", field: "model", contains: "vivo" }, []],
    ["from the moment", { kind: "dates", field: "at", from: AT }, ["Vivo"]],
    ["before the moment", { kind: "dates", field: "at", before: AT }, []],
    ["with a date at all", { kind: "dates", field: "at" }, ["Vivo"]],
  ])("%s", (_, condition, customers) => {
    expect(found({ conditions: [condition] })).toEqual(customers);
  });

  test("applies together with the others and the search", () => {
    const samsung = { kind: "text", field: "model", contains: "galaxy" } as const;
    expect(found({ search: "vivo", conditions: [samsung] })).toEqual(["Vivo"]);
    expect(isEmptyQuery({ search: " ", conditions: [] })).toBe(true);
    expect(isEmptyQuery({ search: "", conditions: [samsung] })).toBe(false);
  });

  test("a filter condition on an unknown field is named", () => {
    const foreign = { kind: "text", field: "passPort", contains: "P" } as const;
    expect(unknownField([foreign], COLUMNS)).toBe("passPort");
    expect(unknownField([], COLUMNS)).toBeUndefined();
  });
});
