import { expect, test } from "vitest";
import { isSameRow } from "@/lib/tables/sameRow";

const row = { _id: "s1", brand: "Oppo", imeis: ["356938035643809"], counts: { held: 1 } };

test("a row is the same in other objects, and in another order of its fields", () => {
  expect(isSameRow(row, structuredClone(row))).toBe(true);
  expect(isSameRow(row, Object.fromEntries(Object.entries(row).reverse()))).toBe(true);
});

test.each([
  ["a text", { brand: "Vivo" }],
  ["the length of a list", { imeis: [] }],
  ["an element of a list", { imeis: ["356938035643817"] }],
  ["a nested object", { counts: { held: 2 } }],
  ["an additional field", { model: "A1" }],
  ["an undefined field", { brand: undefined }],
])("a row that differs in %s is another", (_, fields) => {
  expect(isSameRow(row, { ...row, ...fields })).toBe(false);
  expect(isSameRow({ ...row, ...fields }, row)).toBe(false);
});
