import fc from "fast-check";
import { compareValues, type Value } from "convex/values";
import { describe, expect, test } from "vitest";
import { newId } from "../../../engine/values/ids";
import {
  compareBytes,
  encodeKey,
  idOfKey,
  keyAfter,
  prefixEnd,
  prefixRange,
} from "../../../engine/values/keys";
import { arbitraryValue as value } from "./arbitraryValue";
import { property } from "../../support/property";

const maybe = fc.option(value, { nil: undefined });

/** Compares lists of values by their first difference, using `compareValues`. */
function compareLists(a: (Value | undefined)[], b: (Value | undefined)[]): number {
  for (const [i, left] of a.entries()) {
    const order = compareValues(left, b[i]);
    if (order !== 0) return order;
  }
  return 0;
}

describe("encoded keys", () => {
  property([maybe, maybe], { numRuns: 5_000 })(
    "encoded keys sort as compareValues does",
    (a, b) => {
      expect(compareBytes(encodeKey([a]), encodeKey([b]))).toBe(Math.sign(compareValues(a, b)));
    },
  );

  property([fc.array(fc.tuple(maybe, maybe), { minLength: 1, maxLength: 4 })], { numRuns: 2_000 })(
    "encoded keys of several values sort by the first that differs",
    (pairs) => {
      const a = pairs.map(([left]) => left);
      const b = pairs.map(([left, right], i) => (i === 0 ? left : right));
      expect(compareBytes(encodeKey(a), encodeKey(b))).toBe(Math.sign(compareLists(a, b)));
    },
  );

  test("encoded keys sort strings by UTF-8, where U+FFFF precedes U+10000", () => {
    const [before, after] = ["\uffff", "\u{10000}"];
    expect(before < after).toBe(false); // JavaScript compares UTF-16 code units
    expect(compareBytes(encodeKey([before]), encodeKey([after]))).toBe(-1);
  });

  test("encoded keys sort -0 before 0, and NaN after every number", () => {
    const sorted = [-Infinity, -1, -0, 0, 1, Infinity, NaN].map((n) => encodeKey([n]));
    expect(sorted.toSorted(compareBytes)).toEqual(sorted);
  });

  test("encoded keys are the bytes documented in keys.ts", () => {
    const key = Buffer.from(encodeKey(["é", 1]));
    expect(key.toString("hex")).toBe("07c3a900" + "04bff0000000000000");
  });

  property([fc.array(maybe, { maxLength: 3 }), fc.array(maybe, { maxLength: 3 })])(
    "an encoded key begins with the key of its first values",
    (first, more) => {
      const { start, end } = prefixRange(first);
      const key = encodeKey([...first, ...more]);
      expect(compareBytes(start, key)).toBeLessThanOrEqual(0);
      expect(end === null || compareBytes(key, end) < 0).toBe(true);
    },
  );

  property([maybe, maybe], { numRuns: 2_000 })(
    "an encoded key does not begin with the key of other values",
    (a, b) => {
      fc.pre(compareValues(a, b) !== 0);
      const { start, end } = prefixRange([a]);
      const key = encodeKey([b, "more"]);
      const isInside =
        compareBytes(start, key) <= 0 && (end === null || compareBytes(key, end) < 0);
      expect(isInside).toBe(false);
    },
  );

  property([maybe, fc.integer({ min: 1, max: 20_000 })])(
    "an encoded key ends with the document's id",
    (field, table) => {
      const id = newId(table, 1_700_000_000_000);
      expect(idOfKey(encodeKey([field, 1.5, id]))).toBe(id);
    },
  );

  test("encoded keys longer than the encoder's buffer are complete", () => {
    const long = "x".repeat(100_000);
    expect(encodeKey([long, [long], { a: long }])).toHaveLength(300_013);
  });
});

test("keyAfter returns the immediate successor of a key", () => {
  const key = encodeKey(["a"]);
  expect(compareBytes(key, keyAfter(key))).toBe(-1);
  expect(keyAfter(key)).toEqual(Buffer.concat([key, Buffer.from([0])]));
});

test("prefixEnd skips trailing ff bytes, and returns null when nothing is greater", () => {
  expect(prefixEnd(Buffer.from([1, 0xff, 0xff]))).toEqual(Buffer.from([2]));
  expect(prefixEnd(Buffer.from([0xff]))).toBeNull();
  expect(prefixEnd(Buffer.alloc(0))).toBeNull();
});
