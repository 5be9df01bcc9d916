import { expect, test } from "vitest";
import { ROW_FIELDS } from "#domain/samples/compactRows";
import { FIELD_LABELS } from "#domain/samples/fields";

test("a compact row has every field with a label, and the sample's id and time of creation", () => {
  const expected = [...Object.keys(FIELD_LABELS), "_id", "_creationTime"];
  expect([...ROW_FIELDS].sort()).toEqual(expected.sort());
});
