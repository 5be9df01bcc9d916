import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IntervalIndex, type Interval } from "../../../engine/commit/intervalIndex";
import { encodeKey } from "../../../engine/values/keys";
import { property } from "../../support/property";

const key = (n: number) => encodeKey([n]);

/** Inserts a range, or removes the one at position `which` among the remaining ones. */
const anyOperation = fc.oneof(
  { weight: 3, arbitrary: fc.record({ start: fc.nat(40), end: fc.option(fc.nat(40)) }) },
  { weight: 1, arbitrary: fc.record({ which: fc.nat(100) }) },
);

describe("an interval index", () => {
  property([fc.array(anyOperation, { maxLength: 200, size: "max" }), fc.array(fc.nat(41))], {
    numRuns: 300,
  })(
    "an interval index finds exactly the ranges that contain a key, as a list would",
    (operations, keys) => {
      const index = new IntervalIndex<number>();
      const list: { start: number; end: number | null; value: number; interval: Interval }[] = [];
      operations.forEach((operation, value) => {
        if ("which" in operation) {
          const [removed] = list.splice(operation.which % (list.length || 1), 1);
          if (removed) index.remove(removed.interval);
          return;
        }
        const { start, end } = operation;
        const range = { start: key(start), end: end === null ? null : key(end) };
        list.push({ start, end, value, interval: index.insert(range, value) });
      });
      for (const at of keys) {
        const found: number[] = [];
        index.search(key(at), (value) => found.push(value));
        const expected = list.filter(({ start, end }) => start <= at && (end === null || at < end));
        expect(found.sort()).toEqual(expected.map(({ value }) => value).sort());
      }
      expect(index.isEmpty).toBe(list.length === 0);
    },
  );

  test("an interval index stays shallow when ranges are inserted in order", () => {
    const index = new IntervalIndex<number>();
    for (let i = 0; i < 50_000; i++) index.insert({ start: key(i), end: key(i + 1) }, i);
    const found: number[] = [];
    index.search(key(49_999), (value) => found.push(value));
    expect(found).toEqual([49_999]); // recursion to a depth of 50,000 would throw
  });
});
