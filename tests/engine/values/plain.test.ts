import fc from "fast-check";
import { convexToJson, jsonToConvex, type JSONValue, type Value } from "convex/values";
import { expect, test } from "vitest";
import { StoredDocument } from "../../../engine/commit/storedDocument";
import { plainFromJson, plainToJson } from "../../../engine/values/plain";
import { arbitraryValue } from "./arbitraryValue";
import { property } from "../../support/property";

const fields = fc.dictionary(fc.constantFrom("a", "Z", "_b", "$", "10", "9"), arbitraryValue, {
  noNullPrototype: true,
});

property([arbitraryValue])("a plain value has the package's JSON, field by field", (value) => {
  const json = plainToJson(value);
  if (json === undefined) return;
  expect(JSON.stringify(json)).toBe(JSON.stringify(convexToJson(value)));
  expect(jsonToConvex(json)).toEqual(value);
});

property([arbitraryValue])("JSON of a plain value shares nothing with it", (value) => {
  const json = plainToJson(value);
  const before = JSON.stringify(json);
  spoil(value);
  expect(JSON.stringify(json)).toBe(before);
});

property([fields])("a value that the package refuses or converts is not plain", (value) => {
  let expected: string | undefined;
  try {
    expected = JSON.stringify(convexToJson(value));
  } catch {
    expected = undefined;
  }
  const json = plainToJson(value);
  if (json !== undefined) expect(JSON.stringify(json)).toBe(expected);
  if (expected === undefined || expected.includes('"$')) return;
  expect(json).toBeDefined();
});

property([fc.jsonValue()])("plain JSON has the package's value, field by field", (json) => {
  const value = plainFromJson(json as JSONValue);
  if (value === undefined) return;
  const expected = jsonToConvex(json as JSONValue);
  expect(value).toEqual(expected);
  expect(JSON.stringify(value)).toBe(JSON.stringify(expected));
  spoil(value);
  expect(json).toEqual(JSON.parse(JSON.stringify(expected)));
});

property([arbitraryValue])(
  "JSON of a special value, and malformed JSON, are not plain",
  (value) => {
    const json = convexToJson(value);
    if (JSON.stringify(json).includes('{"$')) expect(plainFromJson(json)).toBeUndefined();
    for (const name of ["$a", "$integer", "é", "\n", "__proto__"]) {
      const malformed = JSON.parse(`{"a":{${JSON.stringify(name)}:1}}`) as JSONValue;
      expect(plainFromJson(malformed)).toBeUndefined();
    }
  },
);

property([fc.dictionary(fc.constantFrom("a", "b"), arbitraryValue)])(
  "a copy of a stored document is what the package makes of its text, and the reader's own",
  (value) => {
    const json = JSON.stringify(convexToJson({ ...value }));
    const stored = new StoredDocument("id", json);
    const expected = jsonToConvex(JSON.parse(json) as never);
    spoil(stored.copy(jsonToConvex));
    const copy = stored.copy(jsonToConvex);
    expect(copy).toEqual(expected);
    expect(Object.keys(copy as object)).toEqual(Object.keys(expected as object));
    expect(JSON.stringify(stored)).toBe(json);
  },
);

test("undefined fields are left out, or kept only in the outermost object", () => {
  const value = { b: 1, a: undefined, c: { d: undefined, e: 2 } };
  expect(plainToJson(value)).toEqual({ b: 1, c: { e: 2 } });
  expect(plainToJson(value, true)).toEqual({ a: { $undefined: null }, b: 1, c: { e: 2 } });
});

/** Changes every object and array in a value. */
function spoil(value: Value): void {
  if (typeof value !== "object" || value === null || value instanceof ArrayBuffer) return;
  for (const inner of Object.values(value)) spoil(inner as Value);
  if (Array.isArray(value)) value.push("spoiled");
  else Object.assign(value, { spoiled: true });
}
