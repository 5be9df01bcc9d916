import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { linesOf } from "../../../cli/import/report";
import { readRows } from "../../../cli/import/columns";
import type { ImportRow, RowProblem, RowResult } from "#domain/imports/importResults";
import { repeatedRows } from "#domain/imports/repeatedRows";
import { NAMED_POLICIES } from "#domain/imports/importRows";
import { readCsv } from "#domain/imports/spreadsheet/csv";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import { parseSheet } from "#domain/imports/spreadsheet/parse";
import type { Sheet } from "#domain/imports/spreadsheet/sheet";
import { DATA } from "../support/files";

/** A sheet from comma-separated text: cells with a comma are quoted. */
function sheetOf(text: string): Sheet {
  const [head, ...body] = readCsv(text, () => false);
  const rows = body.filter(({ cells }) => cells.some((cell) => cell !== ""));
  return { headings: head?.cells ?? [], rows, notes: [] };
}

describe("readRows", () => {
  test("knows every column of the real files", async () => {
    for (const name of ["samples-300.xlsx", "samples-5000.csv", "samples-40-with-problems.xlsx"]) {
      const { rows, notes } = readRows(await parseSheet(readFileSync(DATA + name), SHEET_LIMITS));
      expect(rows[0]?.fields["serialNumber"]).toMatch(/^\w{10}$/);
      // hwVersion and customers are among the fields, so no column is ignored.
      expect(notes).toEqual([]);
    }
  });

  test("keeps row numbers, leaves out empty cells, and names columns it does not know", () => {
    const sheet = sheetOf(
      "Serial Number,Brand,model,imei1,shoe size\nS1,,A1,1,44\n\n,Acme,A2,2,\n",
    );
    expect(readRows(sheet)).toEqual({
      rows: [
        { row: 2, fields: { serialNumber: "S1", model: "A1", imei1: "1" } },
        { row: 4, fields: { brand: "Acme", model: "A2", imei1: "2" } },
      ],
      refused: [],
      notes: ['Columns left out: shoe size. To take one, add --map "shoe size=FIELD".'],
    });
  });

  test("refuses a row with cells beyond the headings by itself", async () => {
    const text = "serialNumber,brand,model,imei1\nS1,Acme, Inc,A1,1\nS2,Acme,A1,2\n";
    const { rows, refused } = readRows(await parseSheet(Buffer.from(text), SHEET_LIMITS));
    expect(rows.map(({ row }) => row)).toEqual([3]);
    expect(refused).toEqual([
      {
        row: 2,
        outcome: "refused",
        problems: [{ code: "ROW_BROKEN", reason: 'cell 5 ("1") has no heading' }],
      },
    ]);
  });

  test("names the other sheets, and the option that reads one, below a cover sheet", () => {
    const sheet = sheetOf("Inventory of Lisbon\n");
    const workbook = { ...sheet, sheetName: "Cover", sheetNames: ["Cover", "Devices", "Notes"] };
    expect(() => readRows(workbook)).toThrow(
      'To read another sheet (Devices, Notes), add --sheet "Devices".',
    );
    expect(() => readRows(sheet)).not.toThrow(/--sheet/);
  });

  test("refuses a sheet without the headings that every row needs", () => {
    expect(() => readRows(sheetOf("Nokia,3310\nApple,iPhone\n"))).toThrow(
      /No row has the headings of samples: there is none for brand .*serialNumber/,
    );
  });
});

describe("a column that the person maps by hand", () => {
  const sheet = sheetOf("Asset no,Brand,Model,Imei,Serial\nS1,Acme,A1,1,X\n");

  test("gets that field, which no other column then has", () => {
    const { rows, notes } = readRows(sheet, {
      fields: new Map([["Asset no", "serialNumber"]]),
    });
    expect(rows[0]?.fields["serialNumber"]).toBe("S1");
    expect(notes).toEqual([expect.stringContaining("left out: Serial.")]);
  });

  test("is left out without a note when it is mapped to nothing", () => {
    expect(readRows(sheet, { fields: new Map([["Asset no", null]]) }).notes).toEqual([]);
  });

  test("must be in the file", () => {
    const fields = new Map([["Tag", "serialNumber" as const]]);
    expect(() => readRows(sheet, { fields })).toThrow(
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
    readRows(sheet, { fields, dateOrder }).rows.map((row) =>
      row.fields["receiveDate"]?.replace("T00:00:00.000Z", ""),
    );

  test("are read in the order that one of them shows", () => {
    expect(datesOf(withDates("03/02/2024", "25/12/2024"))).toEqual(["2024-02-03", "2024-12-25"]);
    expect(datesOf(withDates("12/25/2024", "03/02/2024"))).toEqual(["2024-12-25", "2024-03-02"]);
  });

  test("are not guessed where both orders fit: the column, an example and the remedy are named", () => {
    expect(() => datesOf(withDates("05/05/2024", "03/02/2024"))).toThrow(
      'Column "Received": "03/02/2024" could be two different days, and no other date in the column settles it. ' +
        "Add --date-order dmy (day first) or --date-order mdy (month first).",
    );
    expect(datesOf(withDates("05/05/2024", "03/02/2024"), "dmy")).toEqual([
      "2024-05-05",
      "2024-02-03",
    ]);
    expect(datesOf(withDates("05/05/2024"))).toEqual(["2024-05-05"]);
  });

  test("the dates of a column in two orders are refused, or those of the other order left to the server", () => {
    const mixed = withDates("25/12/2024", "12/25/2024");
    expect(() => datesOf(mixed)).toThrow('"25/12/2024" has its day first, "12/25/2024" its month');
    expect(datesOf(mixed, "mdy")).toEqual(["25/12/2024", "2024-12-25"]);
  });

  test("the dates of a column that are not dates are sent unchanged, for the server to refuse", () => {
    expect(datesOf(withDates("31/02/2026", "soon"))).toEqual(["31/02/2026", "soon"]);
  });
});

describe("repeatedRows in a dry run", () => {
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
  const rehearse = (rows: ImportRow[], duplicates: keyof typeof NAMED_POLICIES) => {
    const answer = repeatedRows(rows, NAMED_POLICIES[duplicates], true);
    return rows.map(({ row }) => answer({ row, outcome: "imported" }));
  };
  const ROWS = [
    device(2, "S1", "350000000000001", "350000000000002"),
    device(3, "S1", "350000000000001", "350000000000002"),
    device(4, "S1", "350000000000003"),
    device(5, "S2", "350000000000002"),
    device(6, "S3", "350000000000004", "350000000000001"),
  ];

  const taken = (row: number, field: string, value: string, code: string, reason: string) => ({
    row,
    outcome: "refused",
    problems: [{ code, field, value, reason, earlierRow: 2 }],
  });

  test("finds rows that repeat an earlier one, in either IMEI slot, and names it", () => {
    expect(rehearse(ROWS, "reject")).toEqual([
      { row: 2, outcome: "imported" },
      { row: 3, outcome: "already" },
      taken(4, "serialNumber", "S1", "SERIAL_TAKEN", "Serial Number already exists"),
      taken(5, "imei1", "350000000000002", "IMEI1_TAKEN", "IMEI1 already exists"),
      taken(6, "imei2", "350000000000001", "IMEI2_TAKEN", "IMEI2 already exists"),
    ]);
  });

  test("treats serial numbers that differ only in case as equal, as the server does", () => {
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
    expect(clash).toMatchObject({
      outcome: "refused",
      problems: [{ field: "serialNumber", earlierRow: 2 }],
    });
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

  test("skips or updates rows that repeat an earlier one, as asked", () => {
    expect(rehearse(ROWS, "skip").map(({ outcome }) => outcome)).toEqual([
      "imported",
      "already",
      "skipped",
      "skipped",
      "skipped",
    ]);
    expect(rehearse(ROWS, "update").map(({ outcome }) => outcome)).toEqual([
      "imported",
      "already",
      "updated",
      "refused",
      "refused",
    ]);
  });

  test("leaves the server's refusals as they are, and their identifiers free", () => {
    const answer = repeatedRows(ROWS, NAMED_POLICIES.reject, true);
    const problems = [{ code: "FIELD_MISSING", reason: "no" }];
    const refused: RowResult = { row: 2, outcome: "refused", problems };
    expect(answer(refused)).toEqual(refused);
    expect(answer({ row: 3, outcome: "imported" }).outcome).toBe("imported");
  });
});

test("repeatedRows names the earlier row of a refusal by the server, and changes no outcome", () => {
  const fields = { serialNumber: "S1", imei1: "350000000000001" };
  const rows = [
    { row: 2, fields },
    { row: 3, fields },
  ];
  const complete = repeatedRows(rows, NAMED_POLICIES.reject, false);
  const problems = [{ code: "IMEI1_TAKEN", field: "imei1", reason: "IMEI1 already exists" }];
  expect(complete({ row: 2, outcome: "imported" })).toEqual({ row: 2, outcome: "imported" });
  expect(complete({ row: 3, outcome: "imported" })).toEqual({ row: 3, outcome: "imported" });
  expect(complete({ row: 3, outcome: "refused", problems }).problems?.[0]?.earlierRow).toBe(2);
});

describe("linesOf", () => {
  const refused = (row: number, ...problems: RowProblem[]): RowResult => ({
    row,
    outcome: "refused",
    problems,
  });
  const sample = {
    sampleId: "id",
    serialNumber: "HQ1",
    samplmanag: "ana@lab.example",
    status: "In Use" as const,
  };
  const IMEI = { code: "IMEI1_TAKEN", field: "imei1", value: "1", reason: "IMEI1 already exists" };
  const flag = "Correct it, or import with duplicates flagged.";
  test.each<[RowResult, string[]]>([
    [{ row: 2, outcome: "imported" }, []],
    [{ row: 3, outcome: "already" }, []],
    [
      refused(
        7,
        { code: "IMEI1_FORMAT", field: "imei1", value: "12", reason: "IMEI 1 must be 15 digits" },
        { code: "FIELD_MISSING", field: "brand", reason: "Brand is required" },
      ),
      [
        'row 7: imei1 "12": IMEI 1 must be 15 digits. Dial *#06# on the device to see it.',
        "row 7: brand: Brand is required. Fill in the cell.",
      ],
    ],
    [
      refused(5, { ...IMEI, earlierRow: 3 }),
      [`row 5: imei1: IMEI1 already exists. Row 3 of this file has it. ${flag}`],
    ],
    [
      refused(5, { ...IMEI, value: "35", sample }),
      [
        `row 5: imei1 "35": IMEI1 already exists. Sample HQ1 (In Use, ana@lab.example) has it. ${flag}`,
      ],
    ],
    [refused(8, { code: "ROW_BROKEN", reason: "no" }), ["row 8: no"]],
    [{ row: 9, outcome: "imported", warning: "imei1: check" }, ["row 9: warning: imei1: check"]],
    [
      refused(10, { code: "X", field: "model", reason: "'\u001b[2J\n' is odd" }),
      ["row 10: model: ' [2J ' is odd"],
    ],
  ])("reports %j", (result, lines) => {
    expect(linesOf(result)).toEqual(lines);
  });
});
