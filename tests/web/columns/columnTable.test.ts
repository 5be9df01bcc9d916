import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ColumnTable } from "@/lib/columns/columnTable";
import type { Sort } from "@/lib/columns/matches";
import { fromBytes, toBytes } from "@/lib/columns/savedPart";
import { sortInSlices } from "@/lib/columns/sortInSlices";
import type { Condition, TableQuery } from "#domain/tables/tableFilters";
import {
  anyChange,
  anyQuery,
  anySort,
  applyToTable,
  COLUMNS,
  COUNTED,
  NaiveTable,
  ZONE,
  type Device,
} from "./model";
import { property } from "../../support/property";

const EVERYTHING: TableQuery = { search: "", conditions: [] };

const aDevice = (fields: Partial<Device> & Pick<Device, "_id">): Device => ({
  _creationTime: 0,
  brand: "Samsung",
  serial: "",
  ...fields,
});
function tableOf(rows: readonly Device[]): ColumnTable<Device> {
  const table = new ColumnTable<Device>(COLUMNS, ZONE);
  table.upsert(rows);
  return table;
}
const idsOf = (table: ColumnTable<Device>, query: Partial<TableQuery>, sort: Sort = null) =>
  table.find({ ...EVERYTHING, ...query }).ids(sort);

describe("a column table", () => {
  property(
    [fc.array(fc.tuple(anyChange, anyQuery, anySort), { minLength: 1, maxLength: 12 }), fc.nat(20)],
    { numRuns: 200 },
  )(
    "a column table answers as the shared rule does over plain rows, after each change",
    (steps, from) => {
      const table = new ColumnTable<Device>(COLUMNS, ZONE);
      const naive = new NaiveTable();
      for (const [change, query, sort] of steps) {
        applyToTable(table, change);
        naive.apply(change);
        const expected = naive.find(query, sort);
        const found = table.find(query);
        expect(found.ids(sort)).toEqual(expected.map(({ _id }) => _id));
        expect(found.rows(sort, from, from + 5)).toEqual(expected.slice(from, from + 5));
        expect(found.total).toBe(expected.length);
        for (const field of COUNTED) {
          const counts = found
            .valueCounts(field)
            .map(({ value, count }) => [value, count] as const);
          expect(new Map(counts)).toEqual(naive.valueCounts(query, field));
          expect(new Set(counts.map(([value]) => value)).size).toBe(counts.length);
        }
      }
      expect(table.size).toBe(naive.find(EVERYTHING, null).length);
    },
  );

  property([fc.array(anyChange, { maxLength: 8 }), anyChange, anyQuery, anySort], {
    numRuns: 300,
  })(
    "a table that was stored and read again answers as before, and accepts changes",
    async (changes, later, query, sort) => {
      const table = tableOf([]);
      for (const change of changes) {
        applyToTable(table, change);
        if (changes.length % 2 === 0) Array.from(table.prepare());
      }
      const saved = table.save();
      const isThere = new Set(saved.names);
      const again = new ColumnTable<Device>(COLUMNS, ZONE);
      await again.restore((name) =>
        Promise.resolve(isThere.has(name) ? fromBytes(toBytes(saved.take(name)).buffer) : null),
      );
      for (const change of [null, later]) {
        if (change) for (const each of [table, again]) applyToTable(each, change);
        const [found, foundAgain] = [table.find(query), again.find(query)];
        expect(foundAgain.rows(sort, 0, Infinity)).toEqual(found.rows(sort, 0, Infinity));
        for (const field of COUNTED) {
          expect(foundAgain.valueCounts(field)).toEqual(found.valueCounts(field));
        }
      }
      expect(again.size).toBe(table.size);
    },
  );

  property([fc.array(anyChange, { maxLength: 6 }), fc.nat(10), anySort], { numRuns: 300 })(
    "sorted indexes built in slices equal those built at once, also with changes in between",
    (changes, slices, sort) => {
      const [sliced, atOnce] = [tableOf([]), tableOf([])];
      for (const change of changes) {
        const preparing = sliced.prepare();
        for (let slice = 0; slice < slices; slice++) preparing.next();
        for (const table of [sliced, atOnce]) applyToTable(table, change);
        Array.from(preparing); // ends by itself: its slots are outdated
      }
      expect(sliced.find(EVERYTHING).ids(sort)).toEqual(atOnce.find(EVERYTHING).ids(sort));
    },
  );

  property([fc.array(anyChange, { maxLength: 8 }), anyQuery, anySort], { numRuns: 300 })(
    "a change applied twice changes nothing the second time",
    (changes, query, sort) => {
      const [once, twice] = [tableOf([]), tableOf([])];
      for (const change of changes) {
        applyToTable(once, change);
        applyToTable(twice, change);
        applyToTable(twice, change);
      }
      expect(twice.find(query).ids(sort)).toEqual(once.find(query).ids(sort));
    },
  );
});

describe("a search of a column table", () => {
  const rows = [
    aDevice({ _id: "vivo", brand: "Vivo", holder: "ana@company.com", imei: "490154203237518" }),
    aDevice({ _id: "tele", comments: "da Telefónica", serial: "R58^4", imei: "049015420323751" }),
    aDevice({ _id: "used", brand: "Vivo", inUseDate: Date.UTC(2026, 3, 4, 15, 30, 9) }),
  ];

  test.each([
    ["the last six digits of an IMEI find it", "237518", ["vivo"]],
    ["an IMEI with a leading zero is found by its start", "0490", ["tele"]],
    ["an IMEI may be grouped", "49 015420 323751 8", ["vivo"]],
    ["words match in any order, each in any column", "ANA vivo", ["vivo"]],
    ["accents do not matter, in comments too", "telefonica", ["tele"]],
    ["a sign that is no accent matters beside one", "58^4", ["tele"]],
    ["a date is found as the reader's zone shows it, on a day of 25 hours", "02:00:09", ["used"]],
    ["a day and a brand are two words", "apr vivo", ["used"]],
    ["no word matches across two columns", "vivoana", []],
  ])("%s", (_, search, ids) => {
    expect(idsOf(tableOf(rows), { search }).sort()).toEqual(ids);
  });

  test("a search does not find text that an edit or a removal deleted", () => {
    const table = tableOf(rows);
    table.upsert([aDevice({ _id: "vivo", brand: "Oppo" })]);
    expect(idsOf(table, { search: "ana" })).toEqual([]);
    table.remove(["tele", "nobody"]);
    expect(idsOf(table, { search: "telefonica" })).toEqual([]);
    table.upsert([aDevice({ _id: "next" })]); // takes the slot of the removed row
    expect(idsOf(table, { search: "telefonica" })).toEqual([]);
    expect(table.size).toBe(3);
  });
});

describe("a sorted index of a column table", () => {
  const rows = [
    aDevice({ _id: "b", _creationTime: 1, comments: "Galaxy S24" }),
    aDevice({ _id: "a", _creationTime: 2, comments: "galaxy s9" }),
    aDevice({ _id: "d", _creationTime: 1, comments: "GALAXY S24" }),
    aDevice({ _id: "c", _creationTime: 4, comments: "" }),
    aDevice({ _id: "e", _creationTime: 3 }),
  ];
  const by = (isDescending: boolean): Sort => ({ field: "comments", isDescending });

  test("a sort orders numbers in texts by value, ties by creation and id, and empty cells last", () => {
    expect(idsOf(tableOf(rows), {}, by(false))).toEqual(["a", "b", "d", "e", "c"]);
  });

  test("a descending sort reverses ties as well and keeps empty cells last", () => {
    expect(idsOf(tableOf(rows), {}, by(true))).toEqual(["d", "b", "a", "c", "e"]);
  });

  test("a list without a sort begins with its newest row", () => {
    expect(idsOf(tableOf(rows), {})).toEqual(["c", "e", "a", "d", "b"]);
  });

  test("a changed row moves in a sorted index that was built before", () => {
    const table = tableOf(rows);
    Array.from(table.prepare());
    table.upsert([aDevice({ _id: "a", _creationTime: 2, comments: "Z1" })]);
    expect(idsOf(table, {}, by(false))).toEqual(["b", "d", "a", "e", "c"]);
    table.upsert([aDevice({ _id: "a", _creationTime: 2 })]);
    expect(idsOf(table, {}, by(false))).toEqual(["b", "d", "a", "e", "c"]);
    expect(idsOf(table, {}, by(true))).toEqual(["d", "b", "c", "e", "a"]);
  });
});

test("a sort in slices is stable, yields often, and equals the engine's", () => {
  const keys = Array.from({ length: 30_000 }, (_, index) => (index * 7_919) % 1_000);
  const slots = Uint32Array.from(keys.keys());
  const compare = (one: number, other: number) => keys[one]! - keys[other]!;
  const sorting = sortInSlices(slots, compare);
  let slices = 0;
  let slice = sorting.next();
  for (; !slice.done; slice = sorting.next()) slices++;
  expect(slots).toEqual(Uint32Array.from(keys.keys()).sort(compare));
  expect(slices).toBeGreaterThan(50);
});

describe("the counts of a column's values", () => {
  const brand = (...anyOf: string[]): Condition => ({ kind: "select", field: "brand", anyOf });

  test("counts of values ignore the column's own filter and apply the others and the search", () => {
    const table = tableOf([
      aDevice({ _id: "1", brand: "Vivo", holder: "ana" }),
      aDevice({ _id: "2", brand: "Vivo", holder: "bruno" }),
      aDevice({ _id: "3", brand: "Apple", holder: "ana" }),
      aDevice({ _id: "4", brand: "Apple" }),
    ]);
    const found = table.find({ search: "a", conditions: [brand("Apple")] });
    expect(found.total).toBe(2);
    expect(found.valueCounts("brand")).toEqual([
      { value: "Apple", count: 2 },
      { value: "Vivo", count: 1 }, // the other Vivo has no "a"
    ]);
    expect(found.valueCounts("holder")).toEqual([
      { value: "", count: 1 },
      { value: "ana", count: 1 },
    ]);
  });

  test("counts and filters stay exact beyond 65,535 distinct values", () => {
    const count = 65_535 + 10;
    const rows = Array.from({ length: count }, (_, index) =>
      aDevice({ _id: `id${index}`, _creationTime: index, holder: `h${index}` }),
    );
    const table = tableOf(rows.slice(0, -20));
    table.upsert(rows.slice(-20)); // the dictionary grows while a sorted index exists
    table.upsert([aDevice({ _id: "again", _creationTime: -1, holder: "h65540" })]);
    const ofHolder = (holder: string) =>
      idsOf(table, { conditions: [{ kind: "select", field: "holder", anyOf: [holder] }] });
    expect(ofHolder("h0")).toEqual(["id0"]);
    expect(ofHolder("h4")).toEqual(["id4"]);
    expect(ofHolder("h65540")).toEqual(["id65540", "again"]);
    const counts = table.find(EVERYTHING).valueCounts("holder");
    expect(counts).toHaveLength(count);
    expect(counts.filter((each) => each.count > 1)).toEqual([{ value: "h65540", count: 2 }]);
    expect(idsOf(table, {}, { field: "holder", isDescending: true }).slice(3, 7)).toEqual([
      "id65541",
      "id65540",
      "again",
      "id65539",
    ]);
  });
});

describe("a column table's refusals", () => {
  test("refuses to read an answer after the table has changed", () => {
    const table = tableOf([aDevice({ _id: "1" })]);
    const found = table.find(EVERYTHING);
    table.remove(["1"]);
    expect(() => found.ids(null)).toThrow("has changed");
    expect(() => found.valueCounts("brand")).toThrow("has changed");
  });

  test("refuses a sort by an unknown field, and counts without a dictionary", () => {
    const found = tableOf([]).find(EVERYTHING);
    expect(() => found.ids({ field: "colour", isDescending: false })).toThrow("No column colour");
    expect(() => found.valueCounts("serial")).toThrow("serial has no dictionary");
  });

  test.each([
    ["a date that is a text", { form: "date", cell: "2026-11-21" }],
    ["a brand that is a number", { form: "dictionary", cell: 7 }],
    ["an IMEI that is a number", { form: "digits", cell: 490154203237518 }],
    ["a comment that is a number", { form: "text", cell: 7 }],
  ] as const)("a column refuses %s", (_, { form, cell }) => {
    const table = new ColumnTable([{ field: "cell", form }]);
    const row = { _id: "1", _creationTime: 0, cell };
    expect(() => table.upsert([row])).toThrow(`cell cannot hold ${JSON.stringify(cell)}`);
  });
});
