import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { linesOf } from "../../cli/importReport";
import { rowsToImport } from "../../cli/importRows";
import type { ImportRow, RowResult } from "../../cli/importer";
import { dryRunCheck } from "../../cli/dryRunCheck";
import { LIMITS } from "../../cli/spreadsheet/limits";
import { parseSheet } from "../../cli/spreadsheet/parse";
import { DATA } from "./files";

const sheetOf = (text: string) => parseSheet(Buffer.from(text), LIMITS);

describe("rowsToImport", () => {
  test("knows every column of the real files", () => {
    for (const name of ["samples-300.xlsx", "samples-5000.csv", "samples-40-with-problems.xlsx"]) {
      const { rows, notes } = rowsToImport(parseSheet(readFileSync(DATA + name), LIMITS));
      expect(rows[0]?.fields["serialNumber"]).toMatch(/^\w{10}$/);
      // hwVersion and customers are among the fields; nothing is left aside.
      expect(notes).toEqual([]);
    }
  });

  test("keeps row numbers, leaves out empty cells, and names columns it does not know", () => {
    const sheet = sheetOf(
      "Serial Number,Brand,model,imei1,shoe size\nS1,,A1,1,44\n\n,Acme,A2,2,\n",
    );
    expect(rowsToImport(sheet)).toEqual({
      rows: [
        { row: 2, fields: { serialNumber: "S1", model: "A1", imei1: "1" } },
        { row: 4, fields: { brand: "Acme", model: "A2", imei1: "2" } },
      ],
      refused: [],
      notes: ['Columns left out: shoe size. To take one, add --map "shoe size=FIELD".'],
    });
  });

  test("refuses a row with cells beyond the headings by itself", () => {
    const { rows, refused } = rowsToImport(
      sheetOf("serialNumber,brand,model,imei1\nS1,Acme, Inc,A1,1\nS2,Acme,A1,2\n"),
    );
    expect(rows.map(({ row }) => row)).toEqual([3]);
    expect(refused).toEqual([
      { row: 2, outcome: "refused", reason: 'cell 5 ("1") has no heading' },
    ]);
  });

  test("refuses a sheet without the headings that every row needs", () => {
    expect(() => rowsToImport(sheetOf("Nokia,3310\nApple,iPhone\n"))).toThrow(
      /No row has the headings of samples: there is none for brand .*serialNumber/,
    );
  });
});

describe("a column that the person maps by hand", () => {
  const sheet = sheetOf("Asset no,Brand,Model,Imei,Serial\nS1,Acme,A1,1,X\n");

  test("gets that field, which no other column then has", () => {
    const { rows, notes } = rowsToImport(sheet, {
      fields: new Map([["Asset no", "serialNumber"]]),
    });
    expect(rows[0]?.fields["serialNumber"]).toBe("S1");
    expect(notes).toEqual([expect.stringContaining("left out: Serial.")]);
  });

  test("is left out without a word when it is mapped to nothing", () => {
    expect(rowsToImport(sheet, { fields: new Map([["Asset no", null]]) }).notes).toEqual([]);
  });

  test("must be in the file", () => {
    const fields = new Map([["Tag", "serialNumber" as const]]);
    expect(() => rowsToImport(sheet, { fields })).toThrow(
      '--map names "Tag", but the headings are: Asset no, Brand, Model, Imei, Serial.',
    );
  });
});

describe("the dates of a column", () => {
  const withDates = (...dates: string[]) =>
    sheetOf(
      `serialNumber,brand,model,imei1,Received\n${dates
        .map((date) => `S,Acme,A1,1,"${date}"`)
        .join("\n")}\n`,
    );
  const fields = new Map([["Received", "receiveDate" as const]]);
  const datesOf = (sheet: ReturnType<typeof sheetOf>, dateOrder?: "dmy" | "mdy") =>
    rowsToImport(sheet, { fields, dateOrder }).rows.map((row) =>
      row.fields["receiveDate"]?.replace("T00:00:00.000Z", ""),
    );

  test("are read in the order that one of them shows", () => {
    expect(datesOf(withDates("03/02/2024", "25/12/2024"))).toEqual(["2024-02-03", "2024-12-25"]);
    expect(datesOf(withDates("12/25/2024", "03/02/2024"))).toEqual(["2024-12-25", "2024-03-02"]);
  });

  test("are not guessed where both orders fit: the column, an example and the remedy are named", () => {
    expect(() => datesOf(withDates("05/05/2024", "03/02/2024"))).toThrow(
      'Column "Received": "03/02/2024" can be two days, and no date of the column tells which. ' +
        "Add --date-order dmy (day first) or --date-order mdy (month first).",
    );
    expect(datesOf(withDates("05/05/2024", "03/02/2024"), "dmy")).toEqual([
      "2024-05-05",
      "2024-02-03",
    ]);
    expect(datesOf(withDates("05/05/2024"))).toEqual(["2024-05-05"]);
  });

  test("in two orders are refused, or those of the other order left to the server", () => {
    const mixed = withDates("25/12/2024", "12/25/2024");
    expect(() => datesOf(mixed)).toThrow('"25/12/2024" has its day first, "12/25/2024" its month');
    expect(datesOf(mixed, "mdy")).toEqual(["25/12/2024", "2024-12-25"]);
  });

  test("that are no dates are sent as they stand, for the server to name", () => {
    expect(datesOf(withDates("31/02/2026", "soon"))).toEqual(["31/02/2026", "soon"]);
  });
});

describe("dryRunCheck", () => {
  const device = (row: number, serialNumber: string, imei1: string, imei2 = ""): ImportRow => ({
    row,
    fields: {
      serialNumber,
      imei1,
      imei2,
      brand: "Acme",
      model: "A1",
      slots: imei2 ? "Dual" : "Single",
    },
  });
  const rehearse = (rows: ImportRow[], duplicates: "reject" | "flag") => {
    const answer = dryRunCheck(rows, duplicates);
    return rows.map(({ row }) => answer({ row, outcome: "imported" }));
  };
  const ROWS = [
    device(2, "S1", "350000000000001", "350000000000002"),
    device(3, "S1", "350000000000001", "350000000000002"),
    device(4, "S1", "350000000000003"),
    device(5, "S2", "350000000000002"),
    device(6, "S3", "350000000000004", "350000000000001"),
  ];

  test("finds rows that repeat an earlier one, in either IMEI slot", () => {
    expect(rehearse(ROWS, "reject")).toEqual([
      { row: 2, outcome: "imported" },
      { row: 3, outcome: "already" },
      { row: 4, outcome: "refused", field: "serialNumber", reason: "Serial Number already exists" },
      { row: 5, outcome: "refused", field: "imei1", reason: "IMEI1 already exists" },
      { row: 6, outcome: "refused", field: "imei2", reason: "IMEI2 already exists" },
    ]);
  });

  test("takes serial numbers in small and capital letters for one, as the server does", () => {
    const [first, again, clash] = rehearse(
      [
        device(2, "S1", "350000000000001"),
        device(3, "s1", "350000000000001"),
        device(4, "s1", "350000000000003"),
      ],
      "reject",
    );
    expect(first?.outcome).toBe("imported");
    expect(again?.outcome).toBe("already");
    expect(clash).toMatchObject({ outcome: "refused", field: "serialNumber" });
  });

  test("accepts repeated IMEIs where they are only flagged", () => {
    expect(rehearse(ROWS, "flag").map(({ outcome }) => outcome)).toEqual([
      "imported",
      "already",
      "refused",
      "imported",
      "imported",
    ]);
  });

  test("leaves the server's refusals as they are, and their identifiers free", () => {
    const answer = dryRunCheck(ROWS, "reject");
    const refused: RowResult = { row: 2, outcome: "refused", reason: "no" };
    expect(answer(refused)).toEqual(refused);
    expect(answer({ row: 3, outcome: "imported" }).outcome).toBe("imported");
  });
});

describe("linesOf", () => {
  test.each<[RowResult, string[]]>([
    [{ row: 2, outcome: "imported" }, []],
    [{ row: 3, outcome: "already" }, []],
    [
      { row: 7, outcome: "refused", field: "imei1", reason: "IMEI 1 must be exactly 15 digits" },
      ["row 7: imei1: IMEI 1 must be exactly 15 digits"],
    ],
    [{ row: 8, outcome: "refused", reason: "no" }, ["row 8: no"]],
    [{ row: 9, outcome: "imported", warning: "imei1: check" }, ["row 9: warning: imei1: check"]],
    [
      { row: 10, outcome: "refused", field: "model", reason: "'\u001b[2J\n' is odd" },
      ["row 10: model: ' [2J ' is odd"],
    ],
  ])("reports %j", (result, lines) => {
    expect(linesOf(result)).toEqual(lines);
  });
});
