/**
 * Files from public bug reports (tests/data/rough) and what an import by an admin makes of each, in
 * the terminal, by the API and, one of each format, in the browser. A new file is one line here,
 * and one in tests/domain/imports/roughFiles.test.ts for what its cells are read as.
 */

export type RoughFile = readonly [
  file: string,
  /** Serial numbers of the samples that are stored, as the API answers them. */
  serials: readonly string[],
  /** Numbers of the rows that are refused. */
  refused: readonly number[],
];

const numbered = (prefix: string, numbers: readonly number[]) =>
  numbers.map((number) => `${prefix}${number}`);

// oxfmt-ignore
export const ROUGH_FILES: readonly RoughFile[] = [
  ["01-salesforce-style-html.xls", ["HTMLX0001", "HTMLX0002"], []],
  ["02-xml-spreadsheet-2003.xls", ["XMLSS0001"], []],
  ["03-equals-quote-guards.csv", ["00412345678", "00412345679"], []],
  ["04-apostrophe-prefix.csv", ["00F2LX0001", "00F2LX0002"], []],
  ["05-invisible-prefixes.csv", ["00TAB00001", "00US000001"], []],
  ["06-merged-customer-cells.xlsx", numbered("MERGE000", [1, 2, 3, 4]), []],
  ["07-filtered-to-2-of-6-rows.xlsx", ["HIDDEN001", "HIDDEN002"], []],
  ["08-hidden-old-Sheet1.xlsx", ["VISIBLE01"], []],
  ["09-cover-sheet-first.xlsx", ["NUMBERS01"], []],
  ["11-imei-shown-with-dashes-by-number-format.xlsx", numbered("NUMFMT00", [1, 2, 3]), []],
  ["12-serial-that-excel-made-a-date.xlsx", [], [2, 3]],
  ["14-same-customer-four-spellings.csv", numbered("NORM0000", [0, 1, 2, 3]), []],
  ["15-serial-lookalikes.csv", ["RT-9001-A"], [3, 4, 5, 6, 7]],
  ["16-imei-spellings.csv", [...numbered("IMEIFORM0", [0, 1, 2, 3, 4, 5, 8, 9]), "IMEIFORM10", "IMEIFORM11"], [8, 9]],
  ["17-pandas-float-serial.csv", [], [2, 3, 4, 5]],
  ["18-nbsp-in-choices.csv", numbered("NBSPCH00", [1, 2, 3]), []],
  ["23-dates-of-other-lands.csv", numbered("DATES000", [2, 3, 4, 5, 6]), [2, 3]],
  ["24-macroman.csv", ["MACROMAN1"], []],
  ["24b-cp1251.csv", ["CP1251001"], []],
  ["25-sep-line.csv", ["SEPLINE01"], []],
  ["26-two-notes-columns.csv", ["TWONOTES1"], []],
  ["26b-stray-remark.csv", ["STRAY0001"], [3]],
  ["27-received-in-the-future.csv", numbered("FUTURE00", [0, 1, 2, 3]), []],
];
