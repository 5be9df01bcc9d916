import { convexToJson, v, type GenericValidator, type JSONValue, type Value } from "convex/values";
import { describe, expect, test } from "vitest";
import { validate } from "../../../engine/values/validator";
import type { ValidatorJson } from "../../../engine/values/validatorJson";

const ids = {
  tableOfId: (id: string) =>
    id.startsWith("user:") ? "users" : id.startsWith("job:") ? "_scheduled_functions" : null,
};

/** The exported JSON of a validator, as the official package serializes it. */
const jsonOf = (validator: GenericValidator) =>
  (validator as unknown as { json: ValidatorJson }).json;
const check = (validator: GenericValidator, value: Value) =>
  validate(jsonOf(validator), convexToJson(value), ids);

describe("validate", () => {
  test.each<[string, GenericValidator, Value]>([
    ["a string", v.string(), "a"],
    ["a number", v.number(), 1.5],
    ["a number that JSON cannot write", v.number(), -Infinity],
    ["a bigint", v.int64(), 5n],
    ["null", v.null(), null],
    ["a boolean", v.boolean(), false],
    ["bytes", v.bytes(), new ArrayBuffer(3)],
    ["anything", v.any(), { a: [1n] }],
    ["a literal", v.literal("yes"), "yes"],
    ["a bigint literal", v.literal(3n), 3n],
    ["an id of the table", v.id("users"), "user:1"],
    ["an array", v.array(v.number()), [1, 2]],
    ["a record", v.record(v.string(), v.number()), { a: 1 }],
    ["an object without its optional field", v.object({ a: v.optional(v.string()) }), {}],
    ["the second member of a union", v.union(v.string(), v.null()), null],
  ])("validate accepts %s", (_name, validator, value) => {
    expect(check(validator, value)).toBeNull();
  });

  test.each<[string, GenericValidator, Value, string]>([
    [
      "a value of another type",
      v.object({ age: v.number() }),
      { age: "three" },
      'Value does not match validator.\nPath: .age\nValue: "three"\nValidator: v.float64()',
    ],
    [
      "a missing field",
      v.object({ name: v.string(), body: v.optional(v.string()) }),
      { body: "x" },
      'Object is missing the required field `name`. Consider wrapping the field validator in `v.optional(...)` if this is expected.\n\nObject: {body: "x"}\nValidator: v.object({body: v.optional(v.string()), name: v.string()})',
    ],
    [
      "an extra field",
      v.object({ a: v.object({ b: v.number() }) }),
      { a: { b: 1, c: true } },
      "Object contains extra field `c` that is not in the validator.\nPath: .a\nObject: {b: 1.0, c: true}\nValidator: v.object({b: v.float64()})",
    ],
    [
      "a field that only its prototype has",
      v.object({ constructor: v.any() }),
      {},
      "Object is missing the required field `constructor`. Consider wrapping the field validator in `v.optional(...)` if this is expected.\n\nObject: {}\nValidator: v.object({constructor: v.any()})",
    ],
    [
      "another literal",
      v.object({ kind: v.literal("a") }),
      { kind: "b" },
      '`"b"` does not match literal validator `v.literal("a")`.Path: .kind',
    ],
    [
      "an id of another table",
      v.array(v.id("teams")),
      ["user:1"],
      'Found ID "user:1" from table `users`, which does not match the table name in validator `v.id("teams")`.Path: [0]',
    ],
    [
      "an id of a system table",
      v.id("users"),
      "job:1",
      'Found ID "job:1" from a system table, which does not match the table name in validator `v.id("users")`.',
    ],
    [
      "text that is no id",
      v.id("users"),
      "x",
      'Value does not match validator.\n\nValue: "x"\nValidator: v.id("users")',
    ],
    [
      "no member of a union",
      v.union(v.literal(1), v.int64()),
      2,
      "Value does not match validator.\n\nValue: 2.0\nValidator: v.union(v.literal(1.0), v.int64())",
    ],
    [
      "a record with a wrong value",
      v.record(v.string(), v.number()),
      { a: null },
      "Value does not match validator.\nPath: .values()\nValue: null\nValidator: v.float64()",
    ],
  ])("validate refuses %s with the real backend's message", (_name, validator, value, message) => {
    expect(check(validator, value)).toBe(message);
  });

  test("a refusal, which is logged, contains no password, code or token", () => {
    const validator = v.object({ password: v.string(), code: v.string() });
    const value = { password: "Secret-1!", code: "123456", x: { refreshToken: "abc" } };
    expect(check(validator, value)).toContain(
      'Object: {code: "[hidden]", password: "[hidden]", x: {refreshToken: "[hidden]"}}\n',
    );
  });

  test("a special value such as {$bytes} does not fit an object validator", () => {
    const bigint: JSONValue = { $integer: "BQAAAAAAAAA=" };
    expect(validate(jsonOf(v.object({})), bigint, ids)).toContain("Value: 5\n");
  });

  test("v.commitTs() accepts a bigint or the placeholder", () => {
    expect(validate({ type: "commitTs" }, { $commitTs: null }, ids)).toBeNull();
    expect(validate({ type: "commitTs" }, { $integer: "BQAAAAAAAAA=" }, ids)).toBeNull();
    expect(validate({ type: "commitTs" }, 5, ids)).not.toBeNull();
  });
});
