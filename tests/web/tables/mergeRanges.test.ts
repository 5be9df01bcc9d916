import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indexOrder, mergeRanges, type LoadedRange } from "@/lib/tables/mergeRanges";
import { property } from "../../support/property";

type Row = { _id: string; _creationTime: number; key: number };

/** Few distinct keys and times, so that ties occur in most runs. */
const rows = fc.uniqueArray(
  fc.record({
    _id: fc.string({ minLength: 1, maxLength: 3 }),
    _creationTime: fc.integer({ min: 0, max: 3 }),
    key: fc.integer({ min: 0, max: 5 }),
  }),
  { selector: (row) => row._id, maxLength: 40 },
);

/** Three ranges over the same rows: each row is in some of them, each range is partly loaded. */
const lists = fc.record({
  rows: rows.chain((all) =>
    fc.record({
      all: fc.constant(all),
      members: fc.array(fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length }), {
        minLength: 1,
        maxLength: 3,
      }),
      loaded: fc.array(fc.nat({ max: 45 }), { minLength: 3, maxLength: 3 }),
    }),
  ),
  direction: fc.constantFrom("ascending" as const, "descending" as const),
});

describe("merging live ranges", () => {
  property([lists], { numRuns: 1_000 })(
    "merged ranges show the first rows of their union, each once, as far as every range is known",
    ({ rows: { all, members, loaded }, direction }) => {
      const compare = indexOrder<Row>((row) => row.key, direction);
      const full = members.map((member) => all.filter((_, row) => member[row]).sort(compare));
      const ranges: LoadedRange<Row>[] = full.map((range, index) => ({
        rows: range.slice(0, loaded[index]),
        isDone: (loaded[index] ?? 0) >= range.length,
      }));
      const union = all.filter((_, row) => members.some((member) => member[row])).sort(compare);

      const merged = mergeRanges(ranges, compare);

      expect(merged).toEqual(union.slice(0, merged.length));
      const open = ranges.filter((range) => !range.isDone);
      if (open.length === 0) expect(merged).toEqual(union);
      // The result must be as long as possible: the next row must lie beyond the last loaded row of
      // an unfinished range.
      const next = union[merged.length];
      if (next !== undefined && open.every((range) => range.rows.length > 0)) {
        const isUncertain = open.some((range) => compare(next, range.rows.at(-1) as Row) > 0);
        expect(isUncertain).toBe(true);
      }
    },
  );

  test("merged ranges show nothing while one of them has not answered", () => {
    const row = { _id: "a", _creationTime: 1, key: 1 };
    const answered = { rows: [row], isDone: true };
    const waiting = { rows: [], isDone: false };
    const compare = indexOrder<Row>((entry) => entry.key, "descending");
    expect(mergeRanges([answered, waiting], compare)).toEqual([]);
  });
});
