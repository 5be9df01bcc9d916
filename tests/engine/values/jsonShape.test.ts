import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { JsonShape, JsonShapeError } from "../../../engine/values/jsonShape";
import { LIMITS } from "../../../engine/values/limits";
import { property } from "../../support/property";

function shapeOf(text: string, chunkSize = Infinity): JsonShape {
  const bytes = Buffer.from(text);
  const shape = new JsonShape();
  for (let at = 0; at < bytes.length; at += chunkSize) {
    shape.push(bytes.subarray(at, at + chunkSize));
  }
  return shape;
}

const list = (count: number, element: string) => `[${Array(count).fill(element).join(",")}]`;
const object = (fields: number) =>
  `{${Array.from({ length: fields }, (_, i) => `"f${i}":1`).join(",")}}`;

describe("the shape of a JSON text", () => {
  test.each([
    ["an array at the limit", list(LIMITS.arrayLength, "1")],
    ["an object at the limit", object(LIMITS.objectFields)],
    ["nesting at the limit", "[".repeat(80) + "]".repeat(80)],
    ["the maximum number of values", list(8, list(8_190, "1"))],
    ["brackets and commas inside a string", JSON.stringify("[,".repeat(100_000))],
    ["brackets after an escaped quote", JSON.stringify('\\"'.repeat(100_000) + "[".repeat(100))],
  ])("JSON text with %s is accepted", (_what, text) => {
    expect(() => shapeOf(text)).not.toThrow();
    expect(() => shapeOf(text, 7)).not.toThrow();
  });

  test.each([
    ["an array that is too long", list(LIMITS.arrayLength + 1, "1"), "array of more than 8192"],
    ["too many fields", object(LIMITS.objectFields + 1), "object of more than 1024"],
    ["nesting that is too deep", '{"a":'.repeat(81), "nested more than 80"],
    ["too many values", list(9, list(8_000, "[]")), "more than 65536 values"],
    [
      "a long array after a string of backslashes",
      `["${"\\\\".repeat(9)}"${",1".repeat(9_000)}]`,
      "array of more than 8192",
    ],
  ])("JSON text with %s is refused", (_what, text, message) => {
    expect(() => shapeOf(text)).toThrow(JsonShapeError);
    expect(() => shapeOf(text)).toThrow(message);
    expect(() => shapeOf(text, 7)).toThrow(JsonShapeError);
  });

  test("oversized JSON text is refused while it arrives, long before its end", () => {
    const shape = new JsonShape();
    let sent = 0;
    const flood = Buffer.from("[],".repeat(1_000));
    expect(() => {
      shape.push(Buffer.from("["));
      for (; sent < 16_000_000; sent += flood.length) shape.push(flood);
    }).toThrow(JsonShapeError);
    expect(sent).toBeLessThan(30_000);
  });

  property([fc.array(fc.string(), { maxLength: 20 }), fc.integer({ min: 1, max: 9 })], {
    numRuns: 500,
  })("depends on no string's content, wherever the chunks end", (strings, chunkSize) => {
    const shape = shapeOf(JSON.stringify(strings), chunkSize);
    const values = 2 + Math.max(0, strings.length - 1);
    // Commas outside everything count as values and belong to no array.
    shape.push(Buffer.from(",".repeat(LIMITS.messageValues - values)));
    expect(() => shape.push(Buffer.from(","))).toThrow("more than 65536 values");
  });
});
