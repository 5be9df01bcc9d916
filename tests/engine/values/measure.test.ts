import fc from "fast-check";
import { convexToJson, getConvexSize, type JSONValue, type Value } from "convex/values";
import { describe, expect, test } from "vitest";
import type { JSONObject } from "../../../engine/values/json";
import { measureDocument, measureValue } from "../../../engine/values/measure";
import { property } from "../../support/property";

const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    fc.string({ unit: "grapheme" }),
    fc.double(),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.uint8Array().map((array) => array.buffer),
    fc.array(tie("value")),
    fc.dictionary(fc.stringMatching(/^[a-z]{1,5}$/), tie("value"), { noNullPrototype: true }),
  ),
}));

const nested = (levels: number): JSONValue => (levels === 0 ? 1 : { a: nested(levels - 1) });

describe("measureValue", () => {
  property([value])("measureValue returns the size that the official package computes", (any) => {
    expect(measureValue(convexToJson(any))).toBe(getConvexSize(any));
  });

  test.each<[JSONValue, string]>([
    [
      Array.from({ length: 8_193 }, () => 1),
      "Array length is too long (8193 > maximum length 8192)",
    ],
    [
      Object.fromEntries(Array.from({ length: 1_025 }, (_, i) => [`f${i}`, 1])),
      "Object has too many fields (1025 > maximum number 1024)",
    ],
    [nested(65), "Value is too nested (nested 65 levels deep > maximum nesting 64)"],
    [{ $secret: 1 }, "Field name $secret starts with '$', which is reserved."],
    [{ a: 1, $integer: "x" }, "Field name $integer starts with '$', which is reserved."],
    [{ $integer: "not base64" }, "Field name $integer starts with '$', which is reserved."],
    [
      { é: 1 },
      "Field name é has invalid character 'é': Field names can only contain non-control ASCII characters",
    ],
  ])("measureValue refuses invalid values and values that are too large", (any, message) => {
    expect(() => measureValue(any)).toThrow(message);
  });
});

describe("measureDocument", () => {
  test("measureDocument accepts at most 16 levels and 1 MiB", () => {
    expect(() => measureDocument(nested(16) as JSONObject)).not.toThrow();
    expect(() => measureDocument(nested(17) as JSONObject)).toThrow(
      "Document is too nested (nested 17 levels deep > maximum nesting 16)",
    );
    const overhead = 2 + 2 + 2; // object, "a" and its terminator, string
    expect(measureDocument({ a: "x".repeat(2 ** 20 - overhead) })).toBe(2 ** 20);
    expect(() => measureDocument({ a: "x".repeat(1_100_000) })).toThrow(
      "Value is too large (1.05 MiB > maximum size 1 MiB)",
    );
  });

  test("measureDocument refuses a top-level field that begins with an underscore", () => {
    expect(() => measureDocument({ _secret: 1 })).toThrow(
      "Field '_secret' starts with an underscore, which is only allowed for system fields like '_id'",
    );
    expect(() => measureDocument({ a: { _inner: 1 } })).not.toThrow();
  });

  test("measureDocument refuses a top-level field with a name of more than 64 characters", () => {
    const name = "n".repeat(65);
    expect(() => measureDocument({ [name]: 1 })).toThrow(
      `Field name ${name} exceeds maximum field name length 64.`,
    );
    expect(() => measureDocument({ [name.slice(1)]: { [name]: 1 } })).not.toThrow();
  });
});
