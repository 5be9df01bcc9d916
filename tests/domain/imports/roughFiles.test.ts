import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { TextField } from "#domain/samples/fields";
import { parseImportRow } from "#domain/imports/importRows";
import { problemText } from "#domain/imports/importResults";
import { readColumns, rowsToImport } from "#domain/imports/importSheet";
import { DEFAULT_CHOICES } from "#domain/samples/sampleRules";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import { parseSheet, type ParseOptions } from "#domain/imports/spreadsheet/parse";
import { DATA } from "../../cli/support/files";

/** Returns the notes of an import of a file, and a line for each row. */
async function report(name: string, field: TextField, options: ParseOptions = {}) {
  const sheet = await parseSheet(readFileSync(`${DATA}rough/${name}`), SHEET_LIMITS, options);
  const { rows, refused } = rowsToImport(sheet, readColumns(sheet));
  const now = Date.UTC(2026, 10, 28);
  const lines = rows.map(({ row, fields }) => {
    const { input, problems, warnings } = parseImportRow(fields, DEFAULT_CHOICES, "reject", now);
    const said = [...problems.map(({ message }) => message), ...warnings];
    return [row, said.length > 0 ? said.join(" | ") : input[field]] as const;
  });
  const broken = refused.map(
    ({ row, problems = [] }) => [row, problems.map(problemText).join(" | ")] as const,
  );
  const ordered = [...lines, ...broken].toSorted(([one], [other]) => one - other);
  return { notes: sheet.notes, rows: ordered.map(([row, text]) => `${row} ${text}`) };
}

type Case = readonly [
  file: string,
  /** The field whose value is shown for each row. */
  field: TextField,
  rows: readonly string[],
  notes?: readonly string[],
  options?: ParseOptions,
];

const NO_DATE = (text: string) => `Received Date '${text}' is not a date`;
const NOT_15 = "IMEI 1 must be exactly 15 digits";
const CHANGED = (label: string, text: string) =>
  `${label} '${text}' was changed by a spreadsheet: make its column text, and enter it again`;
const IS_DATE = (cell: string, text: string) =>
  `serialNumber: Serial Number '${text}': cell ${cell} is a date in the spreadsheet: make its column text, and enter it again`;
const ENCODING = (name: string, example: string) =>
  `The file is not UTF-8; it was read as ${name}: “${example}”. If this looks wrong, choose another encoding.`;
const HIDDEN = ["2 HIDDEN001", "3 HIDDEN002"];

// oxfmt-ignore
const CASES: readonly Case[] = [
  ["01-salesforce-style-html.xls", "model", ["2 Galaxy A15", "3 G42 & case"], ["The file is a web page with a table."]],
  ["01-salesforce-style-html.xls", "imei1", ["2 357309117700017", "3 357309117700025"], ["The file is a web page with a table."]],
  ["02-xml-spreadsheet-2003.xls", "imei1", ["2 357309117700033"], ["The file is an XML spreadsheet of Excel 2003."]],
  ["03-equals-quote-guards.csv", "serialNumber", ["2 00412345678", "3 00412345679"]],
  ["03-equals-quote-guards.csv", "imei1", ["2 357309117700041", "3 357309117700058"]],
  ["04-apostrophe-prefix.csv", "serialNumber", ["2 00F2LX0001", "3 00F2LX0002"]],
  ["05-invisible-prefixes.csv", "serialNumber", ["2 00TAB00001", "3 00US000001"]],
  ["06-merged-customer-cells.xlsx", "customers", ["2 Telefónica", "3 Telefónica", "4 Telefónica", "5 Telefónica"], ["Merged cells were read as the value of each of their rows: F2:F5, A2:A5."]],
  ["07-filtered-to-2-of-6-rows.xlsx", "serialNumber", HIDDEN],
  ["07-filtered-to-2-of-6-rows.xlsx", "serialNumber", [...HIDDEN, "4 HIDDEN003", "5 HIDDEN004", "6 HIDDEN005", "7 HIDDEN006"], [], { hidden: "import" }],
  ["07-filtered-to-2-of-6-rows.xls", "serialNumber", HIDDEN],
  ["08-hidden-old-Sheet1.xlsx", "serialNumber", ["2 VISIBLE01"], ["Read sheet Devices; left out Sheet1 (hidden)."]],
  ["08-hidden-old-Sheet1.xlsx", "serialNumber", ["2 OLDHIDDEN1"], [], { sheetName: "Sheet1" }],
  ["09-cover-sheet-first.xlsx", "serialNumber", ["2 NUMBERS01"], ["Read sheet Phones - Table 1; left out Export Summary."]],
  ["11-imei-shown-with-dashes-by-number-format.xlsx", "imei1", ["2 012345007766012", "3 352345007766028", "4 012345007766038"]],
  ["12-serial-that-excel-made-a-date.xlsx", "serialNumber", [`2 ${IS_DATE("C2", "2026-03-01")}`, `3 ${IS_DATE("C3", "2026-09-02")}`]],
  ["14-same-customer-four-spellings.csv", "customers", [2, 3, 4, 5].map((row) => `${row} Telefónica Móviles`)],
  ["15-serial-lookalikes.csv", "serialNumber", [...[2, 3, 4, 5, 6].map((row) => `${row} RT-9001-A`), "7 RT-9001-\u0410"]],
  ["16-imei-spellings.csv", "imei1", [
    "2 357309117710016",
    "3 357309117710024",
    "4 357309117710032",
    "5 357309117710040",
    "6 357309117710057",
    "7 imei1: 16 digits end with the software version; the check digit was computed",
    `8 ${NOT_15}`,
    `9 ${CHANGED("IMEI 1", "357309117710081.0")}`,
    "10 357309117710099",
    "11 357309117710107",
    "12 357309117710115",
    "13 imei2: 357309117710131 was read in the cell of IMEI 1",
  ]],
  ["17-pandas-float-serial.csv", "serialNumber", ["20261234.0", "220261234.0", "1.2E+09", "5.1e7"].map((text, index) => `${index + 2} ${CHANGED("Serial Number", text)}`)],
  ["18-nbsp-in-choices.csv", "slots", ["2 Dual", "3 Single", "4 Single"]],
  ["23-dates-of-other-lands.csv", "serialNumber", [
    ...["15/03/24", "15-mar-24"].map((text, index) => `${index + 2} ${NO_DATE(text)}`),
    ...[2, 3, 4, 5, 6].map((index) => `${index + 2} DATES000${index}`),
  ]],
  ["24-macroman.csv", "customers", ["2 Telefónica São Paulo"], [ENCODING("MacRoman", "AN1,357309117700603,Telefónica São Paulo")]],
  ["24b-cp1251.csv", "customers", ["2 МегаФон"], [ENCODING("Windows-1251", "P1251001,357309117700611,МегаФон")]],
  ["24b-cp1251.csv", "customers", ["2 ÌåãàÔîí"], [], { encoding: "windows-1252" }],
  ["25-sep-line.csv", "serialNumber", ["3 SEPLINE01"], ["Read the headings in row 2; left out the rows above."]],
  ["26-two-notes-columns.csv", "serialNumber", ["2 TWONOTES1"]],
  ["26b-stray-remark.csv", "serialNumber", ["2 STRAY0001", '3 cell 5 ("ok?") has no heading']],
  ["27-received-in-the-future.csv", "serialNumber", [2062, 24, 2204, 1926].map((year, index) => `${index + 2} receiveDate: the year ${year} is unlikely`)],
];

test.each(
  CASES.map(
    ([file, field, rows, notes = [], options = {}]) =>
      [file, field, options, { notes, rows }] as const,
  ),
)("%s gives the %s that a person sees, %j", async (file, field, options, expected) => {
  expect(await report(file, field, options)).toEqual(expected);
});
