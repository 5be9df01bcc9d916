import { expect, test } from "vitest";
import { ROW_FIELDS, ROW_FORMAT } from "#domain/samples/compactRows";
import { FIELD_LABELS } from "#domain/samples/fields";

test("a compact row has every field with a label, and the sample's id and time of creation", () => {
  const expected = [...Object.keys(FIELD_LABELS), "_id", "_creationTime"];
  expect([...ROW_FIELDS].sort()).toEqual(expected.sort());
});

test("the number of the format is a safe integer that stays the same in one version", () => {
  expect(ROW_FORMAT).toBe(ROW_FORMAT >>> 0);
  expect(ROW_FORMAT).toBeGreaterThan(3); // numbers of versions that counted their formats
});
