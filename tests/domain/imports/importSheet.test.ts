import { expect, test } from "vitest";
import { rowsToImport } from "#domain/imports/importSheet";
import { parseImportRow } from "#domain/imports/importRows";
import { peopleToImport } from "#domain/imports/peopleSheet";
import { refusedRowCells } from "#domain/imports/refusedRows";
import { DEFAULT_CHOICES } from "#domain/samples/sampleRules";

const dates = { kind: "none" } as const;

test("a date in a column of texts is refused by its cell, and read in the column of dates", () => {
  const row = {
    row: 3,
    cells: ["2026-03-01", "2026-03-02"],
    faults: { 0: "date", 1: "date" },
  } as const;
  const { rows, refused } = rowsToImport(
    { rows: [row] },
    { fields: ["serialNumber", "receiveDate"], dates },
  );
  expect(rows).toEqual([]);
  expect(refused).toMatchObject([
    { row: 3, problems: [{ code: "CELL_DATE", value: "2026-03-01" }] },
  ]);
  expect(refused[0]?.problems?.[0]?.reason).toContain("cell A3 is a date");
  const read = rowsToImport({ rows: [row] }, { fields: [null, "receiveDate"], dates });
  expect(read.refused).toEqual([]);
});

test("a formula without a result is refused by its cell, unless its column is left out", () => {
  const row = { row: 2, cells: ["S1", ""], faults: { 1: "formula" } } as const;
  const { refused } = rowsToImport(
    { rows: [row] },
    { fields: ["serialNumber", "receiveDate"], dates },
  );
  expect(refused).toMatchObject([
    { row: 2, problems: [{ code: "CELL_FORMULA", field: "receiveDate" }] },
  ]);
  expect(refused[0]?.problems?.[0]?.reason).toContain(
    "cell B2 has a formula without a saved result",
  );
  expect(
    rowsToImport({ rows: [row] }, { fields: ["serialNumber", null], dates }).rows,
  ).toHaveLength(1);
});

test.each([
  ["date", "2026-03-01"],
  ["formula", ""],
] as const)("a file of refused rows does not bring in a %s as a text", (fault, text) => {
  const row = { row: 2, cells: [text], faults: { 0: fault } };
  const cells = refusedRowCells({ headings: ["serialNumber"], rows: [row] }, [
    { row: 2, outcome: "refused" },
  ]);
  const serialNumber = cells[1]?.[2] ?? "";
  const { problems } = parseImportRow({ serialNumber }, DEFAULT_CHOICES, "reject");
  expect(problems).toContainEqual(
    expect.objectContaining({ code: "FORMULA_ERROR", field: "serialNumber" }),
  );
});

test("a list of people refuses such cells in the same way", () => {
  const row = { row: 2, cells: ["ana@lab.example", ""], faults: { 1: "formula" } } as const;
  const { refused } = peopleToImport({ rows: [row] }, ["email", "role"]);
  expect(refused).toMatchObject([{ row: 2, problems: [{ code: "CELL_FORMULA", field: "role" }] }]);
});
