import type { JSONValue } from "convex/values";
import { describe, expect, test } from "vitest";
import { compileFilter } from "../../../engine/functions/filter";

const document = {
  name: "ana",
  age: 40,
  big: { $integer: "AQAAAAAAAAA=" }, // 1n
  nested: { deep: true },
  none: null,
};
const field = (path: string) => ({ $field: path });
const literal = (value: JSONValue) => ({ $literal: value });
const missing = literal({ $undefined: null });

describe("filter expressions", () => {
  test.each<[string, Parameters<typeof compileFilter>[0], boolean]>([
    ["equality", { $eq: [field("name"), literal("ana")] }, true],
    ["inequality", { $neq: [field("age"), literal(40)] }, false],
    ["a nested field", { $eq: [field("nested.deep"), literal(true)] }, true],
    ["a missing field is undefined", { $eq: [field("nope"), missing] }, true],
    ["a missing field is not null", { $eq: [field("nope"), literal(null)] }, false],
    ["a path through a string is missing", { $eq: [field("name.length"), missing] }, true],
    ["inherited names are no fields", { $eq: [field("constructor"), missing] }, true],
    ["order within a type", { $lt: [field("age"), literal(41)] }, true],
    ["order across types", { $gt: [field("name"), field("age")] }, true],
    ["arithmetic", { $gte: [{ $add: [field("age"), literal(2)] }, literal(42)] }, true],
    ["modulo keeps the sign", { $eq: [{ $mod: [literal(-5), literal(3)] }, literal(-2)] }, true],
    ["negation", { $lte: [{ $neg: field("age") }, literal(-40)] }, true],
    ["and", { $and: [literal(true), literal(false)] }, false],
    ["or", { $or: [literal(false), literal(true)] }, true],
    ["not", { $not: literal(false) }, true],
  ])("the filter %s selects the expected documents", (_name, filter, expected) => {
    expect(compileFilter(filter)(document)).toBe(expected);
  });

  test("bigints wrap at 64 bits, and cannot be combined with numbers", () => {
    const maximum = { $literal: { $integer: "/////////38=" } };
    const wrapped = { $lt: [{ $add: [maximum, field("big")] }, field("big")] };
    expect(compileFilter(wrapped)(document)).toBe(true);
    const mixed = compileFilter({ $eq: [{ $add: [field("big"), field("age")] }, literal(1)] });
    expect(() => mixed(document)).toThrow("Cannot add 1n (type bigint) and 40 (type number)");
  });

  test("a filter must return true or false", () => {
    expect(() => compileFilter(field("age"))(document)).toThrow("Expected a boolean");
  });
});
