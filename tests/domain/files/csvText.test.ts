import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvFile, csvRow } from "#domain/files/csvText";
import { EXPORT_COLUMNS } from "#domain/exports/exportColumns";
import { csvFormat } from "#domain/exports/exportText";
import { importCells, parseImportRow } from "#domain/imports/importRows";
import { readColumns, rowsToImport } from "#domain/imports/importSheet";
import { refusedRowCells } from "#domain/imports/refusedRows";
import { DEFAULT_CHOICES } from "#domain/samples/sampleRules";
import { unescapeFormula } from "#domain/files/cells";
import { readCsv } from "#domain/imports/spreadsheet/csv";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import { parseSheet } from "#domain/imports/spreadsheet/parse";
import { cleanSerialNumber } from "#domain/identifiers/readIdentifiers";
import { excelCells, LIST_SEPARATORS, splitCells } from "../../support/data/csvReaders";
import { property } from "../../support/property";

/** Texts of characters that quote, separate, end lines, guard and start formulas. */
const hostile = fc.string({
  unit: fc.constantFrom(..."'\"=+-@,;|\t\r\n a", "\r\n", "=1+1", "\n=1"),
  maxLength: 12,
});
const rowsOfCells = fc.array(fc.array(hostile, { minLength: 3, maxLength: 3 }), { minLength: 1 });

/** Returns the cells that would run as formulas, for each separator and both ways of splitting. */
function cellsThatRun(csv: string): string[] {
  return LIST_SEPARATORS.flatMap(
    (separator) =>
      [...splitCells(csv, separator), ...excelCells(csv, separator)]
        .map((cell) => cell.replace("\ufeff", ""))
        .filter((cell) => /^[=+\-@\t\r]/.test(cell))
        .filter((cell) => !/^-\d+(\.\d+)?$/.test(cell)), // a number, such as a latitude
  );
}

describe("a CSV file", () => {
  property([rowsOfCells], { numRuns: 2_000 })(
    "has no cell that runs as a formula, whatever separator it is split by",
    (rows) => {
      expect(cellsThatRun(csvFile(rows))).toEqual([]);
    },
  );

  property([rowsOfCells], { numRuns: 2_000 })("is read back as it was", (rows) => {
    const text = csvRow(["brand", "model", "imei1"]) + csvFile(rows).slice(1);
    const read = readCsv(text, (cell) => ["brand", "model", "imei1"].includes(cell));
    const cells = read.slice(1, rows.length + 1).map((row) => row.cells.map(unescapeFormula));
    expect(cells).toEqual(rows);
  });

  test("keeps a phone number and a comment readable", () => {
    expect(csvRow(["+49 30 1234567", "Box 4, left; charger: yes - 5 V", -23.5, undefined])).toBe(
      `'+49 30 1234567,"Box 4, left; charger: yes - 5 V",-23.5,\r\n`,
    );
  });
});

const DANGEROUS = 'box 4;=1+1;\n-2\t@SUM(1)|+3,"=4";"\r=5;';
const texts = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, DANGEROUS]));

test.each(["samples", "history", "users", "stockTake"] as const)(
  "no cell of an export of %s runs, whatever separator it is split by",
  (name) => {
    const columns = EXPORT_COLUMNS[name];
    const { start, row } = csvFormat(columns);
    const detail = {
      state: "found",
      requestDetails: texts(["note", "trackingNumber", "lastSeen"]),
    };
    const changes = [{ field: "comments", from: DANGEROUS, to: DANGEROUS }];
    const dangerous = { ...texts(columns.map(({ field }) => field)), ...detail, changes };
    const csv = start + row(dangerous, 0) + row({ ...dangerous, lat: -23.5 }, 1);
    expect(csv).toContain("box 4;'=1+1");
    expect(cellsThatRun(csv)).toEqual([]);
  },
);

test("a file of refused rows has no cell that runs as a formula, in headings or reasons", () => {
  const sheet = { headings: ["brand", "=1+1;=2"], rows: [{ row: 2, cells: [DANGEROUS, "=3"] }] };
  const problems = [{ code: "NOT_A_CHOICE", reason: DANGEROUS }];
  const csv = csvFile(refusedRowCells(sheet, [{ row: 2, outcome: "refused", problems }]));
  expect(csv).toContain("'=1+1;'=2");
  expect(cellsThatRun(csv)).toEqual([]);
});

test("headings and cells of a file of refused rows are read back as they were", async () => {
  const sheet = {
    headings: ["brand", "model", "imei1", "=1+1;=2"],
    rows: [{ row: 2, cells: ["Acme", "A1", "1", "box 4;=1+1"] }],
  };
  const csv = csvFile(refusedRowCells(sheet, [{ row: 2, outcome: "refused" }]));
  const read = await parseSheet(Buffer.from(csv), SHEET_LIMITS);
  expect(read.headings.slice(2)).toEqual(sheet.headings);
  expect(read.rows[0]?.cells.slice(2).map(unescapeFormula)).toEqual(sheet.rows[0]?.cells);
});

const stored = hostile.map((text) => text.replace(/\s+/g, " ").trim());

property([stored, stored, stored], { numRuns: 300 })(
  "an import of an exported sample yields the same sample",
  async (typedSerial, comments, customers) => {
    const serialNumber = cleanSerialNumber(typedSerial);
    const { input } = parseImportRow(
      { brand: "Acme", model: "A1", imei1: "353214910828484" },
      DEFAULT_CHOICES,
      "reject",
    );
    const sample = { ...input, serialNumber, comments, customers, status: "Registered" as const };
    const columns = EXPORT_COLUMNS.samples;
    const { start, row } = csvFormat(columns);
    const sheet = await parseSheet(Buffer.from(start + row(sample, 0)), SHEET_LIMITS);
    const { rows } = rowsToImport(sheet, readColumns(sheet));
    const read = parseImportRow(rows[0]?.fields ?? {}, DEFAULT_CHOICES, "reject");
    expect(importCells({ ...read.input, status: read.status })).toEqual(importCells(sample));
  },
);
