import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { REFUSALS, refusalOf, type RefusalCode } from "#domain/common/errors";

const TESTS = join(import.meta.dirname, "../..");
const CODES = Object.keys(REFUSALS) as RefusalCode[];

/** The text of all tests except this one. */
const testText = readdirSync(TESTS, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith("errors.test.ts"))
  .map((path) => readFileSync(join(TESTS, path), "utf8"))
  .join("\n");

test.each(CODES)("the refusal %s is covered by a test", (code) => {
  expect(testText).toMatch(new RegExp(`\\b${code}\\b`));
});

test("a refusal fills in the placeholders of its text and names the field", () => {
  expect(refusalOf("FIELD_TOO_LONG", { label: "Brand", max: 255 }, "brand")).toEqual({
    code: "FIELD_TOO_LONG",
    field: "brand",
    message: "Brand must be at most 255 characters",
  });
});

test("a refusal keeps a placeholder without a value visible", () => {
  expect(refusalOf("FIELD_MISSING").message).toBe("{label} is required");
});
