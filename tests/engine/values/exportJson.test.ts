import { convexToJson } from "convex/values";
import { describe, expect, test } from "vitest";
import { fromExportJson, toExportJson } from "../../../engine/values/exportJson";
import type { JSONObject } from "../../../engine/values/json";
import { arbitraryValue } from "./arbitraryValue";
import { property } from "../../support/property";

describe("the JSON of snapshots", () => {
  property([arbitraryValue], { numRuns: 5_000 })(
    "every value is read as it was written",
    (value) => {
      const json = convexToJson(value);
      expect(fromExportJson(toExportJson(json))).toEqual(json);
    },
  );

  test.each([
    [5, "5.0"],
    [5n, "5"],
    [-(2n ** 63n), "-9223372036854775808"],
    [1e21, "1e+21"],
    [-0, '{"$float":"AAAAAAAAAIA="}'],
    ["5 and -1.5", '"5 and -1.5"'],
    [{ 'a "5"': [1, 2n] }, String.raw`{"a \"5\"":[1.0,2]}`],
  ])("the value %o is written as %s in a snapshot", (value, text) => {
    const json =
      typeof value === "object" ? { 'a "5"': [1, convexToJson(2n)] } : convexToJson(value);
    expect(toExportJson(json)).toBe(text);
    expect(fromExportJson(text)).toEqual(json);
  });

  test.each([
    ["-0.0", { $float: "AAAAAAAAAIA=" }],
    ["9223372036854775808", 2 ** 63],
    ["1E2", 100],
  ])("the JSON %s, which Convex may write, is read as %o", (text, json) => {
    expect(fromExportJson(text)).toEqual(json);
  });

  test("a megabyte of text full of escapes and digits is read", () => {
    const value: JSONObject = { text: String.raw`"\1.5` + '\\"7'.repeat(300_000) };
    expect(fromExportJson(toExportJson(value))).toEqual(value);
  });

  test.each(["1e999", "{", "[1,]", "nothing"])(
    "the malformed snapshot JSON %s is refused",
    (text) => {
      expect(() => fromExportJson(text)).toThrow(SyntaxError);
    },
  );
});
