import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { utils, write } from "xlsx";
import { SHEET_LIMITS } from "#domain/imports/spreadsheet/limits";
import { parseSheet } from "#domain/imports/spreadsheet/parse";
import { DATA, workbookOf } from "../../cli/support/files";
import { inZip64, workbookXml, zipOf } from "../../cli/support/zips";

const parse = (content: string | Buffer, limits = {}) =>
  parseSheet(Buffer.from(content), { ...SHEET_LIMITS, ...limits });

/** The container of an .xls, in which the workbook has another name. */
function wordDocument(): Buffer {
  const book = utils.book_new(utils.aoa_to_sheet([["model"], ["A1"]]), "Sheet1");
  const xls = write(book, { type: "buffer", bookType: "biff8" }) as Buffer;
  const name = (text: string) => Buffer.from(text, "utf16le");
  name("WordDocu").copy(xls, xls.indexOf(name("Workbook")));
  return xls;
}

describe("the real file", () => {
  test.each([
    ["samples-300.xlsx", 300],
    ["samples-40-with-problems.xlsx", 40],
    ["samples-5000.csv", 5_000],
  ])("%s has %i rows, the first one below the headings", async (name, count) => {
    const sheet = await parse(readFileSync(DATA + name));
    expect(sheet.headings).toContain("serialNumber");
    expect(sheet.rows).toHaveLength(count);
    expect(sheet.rows[0]?.row).toBe(2);
    expect(sheet.rows.every(({ cells }) => /^Türkiye$|^\p{L}/u.test(cells[0] ?? ""))).toBe(true);
    expect(sheet.notes).toEqual([]);
  });
});

describe("csv", () => {
  test.each(["little", "big"])("is read as UTF-16 of %s-endian bytes", async (order) => {
    const bytes = Buffer.from("\ufeffmodel\nTürkiye\n", "utf16le");
    const sheet = await parse(order === "big" ? bytes.swap16() : bytes);
    expect(sheet).toMatchObject({ headings: ["model"], rows: [{ cells: ["Türkiye"] }], notes: [] });
  });

  test("has no sheet that could be chosen", async () => {
    const parsing = parseSheet(Buffer.from("model\nA1\n"), SHEET_LIMITS, { sheetName: "Devices" });
    await expect(parsing).rejects.toThrow(
      'no sheet is named "Devices": it is a CSV file, which has none',
    );
  });

  test("keeps leading zeros and accents, and drops the byte order mark", async () => {
    const sheet = await parse("\ufeffimei1,country\n012345678901234,Côte d’Ivoire\n");
    expect(sheet.headings).toEqual(["imei1", "country"]);
    expect(sheet.rows).toEqual([{ row: 2, cells: ["012345678901234", "Côte d’Ivoire"] }]);
  });

  test("reads semicolons, as Excel writes them in half of Europe", async () => {
    expect((await parse("model;comments\nA1;red, blue\nA2;x\n")).rows[0]?.cells).toEqual([
      "A1",
      "red, blue",
    ]);
  });

  test.each([
    ["semicolons", ";", "Inventory, Lisbon, first quarter, all devices, with accessories"],
    ["tabs", "\t", "Inventory of Lisbon"],
    ["commas", ",", "Lisbon; Porto; Faro; Braga; Coimbra"],
  ])("reads headings with %s below a title that has others or none", async (_what, mark, title) => {
    const table = [
      ["brand", "model", "imei1"],
      ["Acme", "A1", "1"],
    ].map((cells) => cells.join(mark));
    const sheet = await parse([title, "", "Made by Ana", ...table].join("\r\n"));
    expect(sheet.headings).toEqual(["brand", "model", "imei1"]);
    expect(sheet.rows).toEqual([{ row: 5, cells: ["Acme", "A1", "1"] }]);
  });

  test("counts a cell with line breaks as one row, and skips blank rows without renumbering", async () => {
    const sheet = await parse('model,comments\nA1,"one\ntwo ""quoted"""\n,\n\nA2,x\n');
    expect(sheet.rows).toEqual([
      { row: 2, cells: ["A1", 'one\ntwo "quoted"'] },
      { row: 5, cells: ["A2", "x"] },
    ]);
  });

  test("reports that it had to guess the encoding", async () => {
    const sheet = await parse(Buffer.from("country\nCuraçao\n", "latin1"));
    expect(sheet.rows[0]?.cells).toEqual(["Curaçao"]);
    expect(sheet.notes).toEqual([expect.stringContaining("Windows-1252")]);
  });

  test("reads UTF-16 with its mark", async () => {
    expect(
      (await parse(Buffer.from("\ufeffcountry\nTürkiye\n", "utf16le"))).rows[0]?.cells,
    ).toEqual(["Türkiye"]);
  });

  test("refuses a quote that is never closed, naming its row", async () => {
    await expect(parse('model,comments\nA1,x\nA2,"never closed\n')).rejects.toThrow(
      /row 3 .*not closed/,
    );
  });

  test.each([
    ["LF after CR+LF", "model,comments\r\nA1,x\nA2,y\r\n"],
    ["CR+LF after LF", 'model,comments\nA1,x\r\nA2,"y"\r\n'],
    ["CR among LF", "model,comments\nA1,x\rA2,y\n"],
  ])("with mixed line ends is read line by line: %s", async (_mix, content) => {
    const { rows } = await parse(content);
    const read = rows.map(({ row, cells }) => [row, ...cells]);
    expect(read).toEqual([
      [2, "A1", "x"],
      [3, "A2", "y"],
    ]);
  });

  test("marks the row that has more cells than headings, and reads the others", async () => {
    const sheet = await parse("model,comments\nA1,red, blue\nA2,x\n");
    expect(sheet.rows[0]?.problem).toBe('cell 3 ("blue") has no heading');
    expect(sheet.rows[1]?.problem).toBeUndefined();
  });

  test.each([
    ["nothing", "", /is empty/],
    ["blank rows only", ",,\n,,\n", /is empty/],
    ["two columns of one field", "model,model\nA,B\n", /"model" appears twice/],
    ["a web page in one file", "MIME-Version: 1.0\n", /MHTML/],
    ["other XML", '<?xml version="1.0"?><a/>', /XML, but not a spreadsheet/],
    ["a PDF", "%PDF-1.4\n", /is a PDF; export its table/],
    ["RTF", "{\\rtf1\\ansi table}", /text document \(RTF\)/],
    ["JSON", '[{"brand":"Acme"}]', /JSON/],
    ["JSON in several lines", '{\n  "devices": [{"brand":"Acme"}]\n}\n', /JSON/],
    ["a page to sign in", "<!DOCTYPE html><html><form></form></html>", /web page without a table/],
    ["a flat OpenDocument file", "<?xml version='1.0'?><office:document />", /\.fods/],
    ["a Word document of 1997", wordDocument(), /another Office file/],
    ["a SYLK file", "ID;PWXL;N;E\r\n", /SYLK/],
    ["a DIF file", "TABLE\r\n0,1\r\n", /DIF/],
    ["a packed file", Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
    ["a picture", Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), /picture/],
    ["bytes that are no text", Buffer.from([1, 0, 2, 0]), /not a text file/],
  ])("refuses %s", async (_what, content, message) => {
    await expect(parse(content)).rejects.toThrow(message);
  });

  test("numbers headings that repeat one, where no field has this name", async () => {
    const sheet = await parse("model,Notes,Notes,Notes (2)\nA,1,2,3\n");
    expect(sheet.headings).toEqual(["model", "Notes", "Notes (3)", "Notes (2)"]);
  });

  test("unwraps a text from the formula that guards it", async () => {
    expect((await parse('model,imei1\n="00412","=""a""""b"""\n')).rows[0]?.cells).toEqual([
      "00412",
      'a"b',
    ]);
  });

  test("refuses more rows than the limit", async () => {
    await expect(parse("model\nA\nB\nC\n", { rows: 2 })).rejects.toThrow(/more than 2 rows/);
    expect((await parse("model\nA\nB\n", { rows: 2 })).rows).toHaveLength(2);
  });
});

const types = { name: "[Content_Types].xml", content: Buffer.from("<Types/>") };

describe("workbooks", () => {
  test("keep every digit of an IMEI that Excel holds as a number", async () => {
    const bytes = workbookOf(
      [
        ["imei1", "imei2", "lat"],
        [357079244242924, 12345678901234, 38.42],
      ],
      (sheet) => {
        Object.assign(sheet["B2"] as object, { z: "000000000000000" });
      },
    );
    expect((await parse(bytes)).rows[0]?.cells).toEqual([
      "357079244242924",
      "012345678901234",
      "38.42",
    ]);
  });

  test("show by an exponent that Excel wrote zeros for the digits after the fifteenth", async () => {
    const bytes = workbookOf([
      ["serialNumber", "imei1", "imei2"],
      [1234567890123450, 98765432109876500000, 1234567890123456],
    ]);
    expect((await parse(bytes)).rows[0]?.cells).toEqual([
      "1.23456789012345e+15",
      "9.87654321098765e+19",
      "1234567890123456",
    ]);
  });

  test("give dates as year-month-day, whatever their format", async () => {
    const bytes = workbookOf([["receiveDate"], [new Date(Date.UTC(2026, 1, 3))]]);
    expect((await parse(bytes)).rows[0]?.cells).toEqual(["2026-02-03"]);
  });

  test("are read although a number in a cell of dates is beyond all dates", async () => {
    const bytes = workbookOf([["imei1"], [357079244242924], ["352099001761481"]], (sheet) => {
      Object.assign(sheet["A2"] as object, { z: "yyyy-mm-dd" });
    });
    const rows = (await parse(bytes)).rows.map(({ cells }) => cells);
    expect(rows).toEqual([["#DATE!"], ["352099001761481"]]);
  });

  test("give a date with its time where it has one", async () => {
    const bytes = workbookOf([["receiveDate"], [new Date(Date.UTC(2026, 1, 3, 14, 5, 9))]]);
    expect((await parse(bytes)).rows[0]?.cells).toEqual(["2026-02-03T14:05:09Z"]);
  });

  test("are read from their first sheet with text, also where it follows an empty Sheet1", async () => {
    const book = utils.book_new();
    const table = [["model"], ["A1"]];
    for (const [name, rows] of [
      ["Sheet1", [[" "]]],
      ["Devices", table],
      ["Notes", [["x"]]],
    ] as const) {
      utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
    }
    const bytes = write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
    expect(await parse(bytes)).toMatchObject({ headings: ["model"], sheetName: "Devices" });
    const all = { SheetNames: ["Sheet1"], Sheets: { Sheet1: utils.aoa_to_sheet([[""]]) } };
    const empty = write(all, { type: "buffer", bookType: "xlsx" }) as Buffer;
    await expect(parse(empty)).rejects.toThrow(/is empty/);
  });

  test("are read from the row with the headings, below merged titles and empty rows", async () => {
    const bytes = workbookOf(
      [
        ["Devices of the Lisbon lab"],
        [],
        ["Device", "", "Numbers"],
        ["Model", "Brand", "Imei 1"],
        [],
        ["A1", "Acme", "1"],
      ],
      (sheet) => {
        sheet["!merges"] = [
          { s: { r: 0, c: 0 }, e: { r: 0, c: 2 } },
          { s: { r: 2, c: 0 }, e: { r: 2, c: 1 } },
        ];
      },
    );
    expect(await parse(bytes)).toMatchObject({
      headings: ["Model", "Brand", "Imei 1"],
      rows: [{ row: 6, cells: ["A1", "Acme", "1"] }],
      notes: ["Read the headings in row 4; left out the rows above."],
    });
  });

  test("give a formula's last result, and text that looks like a formula unchanged", async () => {
    const bytes = workbookOf(
      [
        ["a", "b"],
        [7, "=1+1"],
      ],
      (sheet) => {
        Object.assign(sheet["A2"] as object, { f: "3+4" });
      },
    );
    expect((await parse(bytes)).rows[0]?.cells).toEqual(["7", "=1+1"]);
  });

  const formula = (cell: string) =>
    parse(
      workbookXml(
        `<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>model</t></is></c></row><row r="2">${cell}</row></sheetData>`,
      ),
    );

  test.each([
    ["no value", '<c r="A2"><f>1+1</f></c>'],
    ["an empty value", '<c r="A2"><f>1+1</f><v></v></c>'],
    ["a value that is closed at once", '<c r="A2"><f>1+1</f><v/></c>'],
  ])("mark a formula with %s, which was never calculated", async (_what, cell) => {
    expect((await formula(cell)).rows[0]?.faults).toEqual({ 0: "formula" });
  });

  test("read a formula whose result is an empty text as an empty cell", async () => {
    expect((await formula('<c r="A2" t="str"><f>""</f><v></v></c>')).rows).toEqual([]);
  });

  test.each([
    ["000000", "000012"],
    ["00-00-00", "00-00-12"],
    ['0000" "0000', "0000 0012"],
    ["0\\.000", "0.012"],
    ["#,##0", "12"],
    ["0.00", "12"],
    ['"SN"0000', "12"],
    ["0%", "12"],
    ["General", "12"],
  ])("show the number 12 in the format %s as %s", async (format, text) => {
    const bytes = workbookOf([["model"], [12]], (cells) => {
      Object.assign(cells["A2"] as object, { z: format });
    });
    expect((await parse(bytes)).rows[0]?.cells).toEqual([text]);
  });

  test("fill the rows of a merged cell, but no row that is empty otherwise", async () => {
    const rows = [["model", "brand"], ["A1", "Acme"], ["A2"], [], ["A3"]];
    const bytes = workbookOf(rows, (cells) => {
      cells["!merges"] = [{ s: { r: 1, c: 1 }, e: { r: 3, c: 1 } }];
    });
    const read = await parse(bytes);
    expect(read.rows.map(({ cells }) => cells)).toEqual([["A1", "Acme"], ["A2", "Acme"], ["A3"]]);
    expect(read.notes).toEqual([
      "Merged cells were read as the value of each of their rows: B2:B4.",
    ]);
  });

  test("leave hidden rows out unless they are asked for, and count them", async () => {
    const bytes = workbookOf([["model"], ["A1"], ["A2"], ["A3"]], (cells) => {
      cells["!rows"] = [{}, {}, { hidden: true }, {}];
    });
    const skipped = await parse(bytes);
    expect(skipped.rows.map(({ row }) => row)).toEqual([2, 4]);
    expect(skipped.hiddenRows).toEqual({ count: 1, areRead: false });
    const read = await parseSheet(bytes, SHEET_LIMITS, { hidden: "import" });
    expect(read.rows.map(({ row }) => row)).toEqual([2, 3, 4]);
    expect(read.hiddenRows).toEqual({ count: 1, areRead: true });
  });

  test("name hidden columns that have a value, and read them", async () => {
    const bytes = workbookOf(
      [
        ["model", "comments", "brand"],
        ["A1", "secret"],
      ],
      (cells) => {
        cells["!cols"] = [{}, { hidden: true }, {}, { hidden: true }];
      },
    );
    const { rows, notes } = await parse(bytes);
    expect(rows.map(({ cells }) => cells)).toEqual([["A1", "secret"]]);
    expect(notes).toEqual(["Hidden columns were also read: B."]);
  });

  test("number rows as Excel does, also after blank ones", async () => {
    expect(
      (await parse(workbookOf([["model"], ["A"], [], ["B"]]))).rows.map(({ row }) => row),
    ).toEqual([2, 4]);
  });

  test("cost only the cells they have when they claim to reach XFD1048576", async () => {
    const cells = '<c r="A1" t="inlineStr"><is><t>model</t></is></c>';
    const far = '<c r="XFD1048576" t="inlineStr"><is><t>far</t></is></c>';
    const bytes = workbookXml(
      `<dimension ref="A1:XFD1048576"/><sheetData><row r="1">${cells}</row><row r="1048576">${far}</row></sheetData>`,
    );
    const before = process.cpuUsage();
    expect((await parse(bytes)).headings).toEqual(["model"]);
    // Processor time, which a busy machine does not lengthen.
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });

  test("refuse a zip bomb before anything parses it", async () => {
    const zeros = Buffer.alloc(8 * 1024 * 1024);
    const bomb = zipOf(Array.from({ length: 40 }, (_, i) => ({ name: `${i}`, content: zeros })));
    expect(bomb.length).toBeLessThan(400_000);
    await expect(parse(bomb)).rejects.toThrow(/unpacks to more than 300 MiB/);
  });

  test.each([100, 2_000_000])(
    "refuse a part of 1 MB that claims %i bytes",
    async (claimedBytes) => {
      const liar = zipOf([types, { name: "a", content: Buffer.alloc(1_000_000), claimedBytes }]);
      await expect(parse(liar)).rejects.toThrow(/does not unpack to its stated size/);
    },
  );

  test("refuse too many parts", async () => {
    const parts = Array.from({ length: 5 }, (_, i) => ({
      name: `${i}`,
      content: Buffer.from("x"),
    }));
    await expect(parse(zipOf(parts), { entries: 4 })).rejects.toThrow(/5 parts inside; at most 4/);
  });

  test("refuse a file cut off in the middle", async () => {
    const whole = readFileSync(`${DATA}samples-300.xlsx`);
    await expect(parse(whole.subarray(0, 100_000))).rejects.toThrow(/damaged/);
  });

  test("refuse an archive that is no workbook", async () => {
    await expect(parse(zipOf([{ name: "a.txt", content: Buffer.from("hello") }]))).rejects.toThrow(
      /no Excel workbook/,
    );
  });

  const content = Buffer.from("<Types/>");
  const part = types;
  const sheet =
    '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>model</t></is></c></row></sheetData>';
  test.each([
    ["are packed in another way", (head: Buffer) => head.writeUInt16LE(0, 8)],
    ["are larger", (head: Buffer) => head.writeUInt32LE(2 ** 31, 22)],
    ["have no size yet, as a stream says", (head: Buffer) => head.fill(0, 14, 26)],
    ["have 64-bit sizes that are not there", (head: Buffer) => head.fill(0xff, 18, 26)],
  ])("are read by their directory where the parts say that they %s", async (_how, local) => {
    expect((await parse(workbookXml(sheet, { local }))).headings).toEqual(["model"]);
  });

  test("are read where the directory itself states its sizes with 64 bits", async () => {
    expect((await parse(inZip64(workbookXml(sheet)))).headings).toEqual(["model"]);
  });

  test("refuse a directory with two lengths or with another one after it", async () => {
    const twoLengths = zipOf([part, part], (end) => end.writeUInt16LE(1, 10));
    await expect(parse(twoLengths)).rejects.toThrow(/contradicts itself/);
    const hidden = Buffer.concat([zipOf([part]), Buffer.from("PK\x05\x06", "latin1")]);
    await expect(parse(hidden)).rejects.toThrow(/archive inside it is incomplete/);
  });

  test("refuse other programs' files, and archives in archives", async () => {
    const named = (name: string) => ({ name, content });
    for (const [name, message] of [
      ["META-INF/manifest.xml", "OpenDocument"],
      ["Index/Document.iwa", "Numbers"],
      ["objectdata.xml", "Uniform Office"],
      ["word/document.xml", "a Word document"],
      ["xl/workbook.bin", "a binary workbook"],
    ] as const) {
      await expect(parse(zipOf([part, named(name)]))).rejects.toThrow(message);
    }
    const inner = workbookXml("<sheetData/>");
    const outer = zipOf([{ name: "Index.zip", content: inner }]);
    await expect(parse(outer)).rejects.toThrow(/no Excel workbook/);
  });
});
