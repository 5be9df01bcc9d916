import { describe, expect, test } from "vitest";
import { fieldOfHeading, findHeadingRow, mapHeadings } from "#domain/imports/importHeadings";
import { isSameDevice, parseImportRow } from "#domain/imports/importRows";
import { DEFAULT_CHOICES } from "#domain/samples/sampleRules";
import { parseStatus } from "#domain/custody/statuses";
import { rowsOf } from "../../support/realData";

const good = {
  brand: "Samsung",
  model: "SM-A107M",
  serialNumber: "HQ1",
  slots: "Single",
  imei1: "352099001761481",
};
const parse = (cells: Record<string, string>, duplicates: "reject" | "flag" = "reject") =>
  parseImportRow({ ...good, ...cells }, DEFAULT_CHOICES, duplicates);
const problems = (cells: Record<string, string>) =>
  parse(cells).problems.map(({ field, message }) => `${field ?? "row"}: ${message}`);

describe("the headings of an import", () => {
  test("may be stored names, labels, and the other spellings of the labs' files", () => {
    expect(
      mapHeadings(["serialNumber", "Serial Number", "OS", "networks", "simTypes", "hwType"]).fields,
    ).toEqual(["serialNumber", null, "os", "tNetworks", "simCard", "hwtype"]);
    expect(
      mapHeadings(["receiveddate", "receivedfrom", "regfromlocation", "IMEI 1", "imei_2"]).fields,
    ).toEqual(["receiveDate", "deliveredBy", "locationR", "imei1", "imei2"]);
    expect(mapHeadings(["Manufacturer", "Serial No.", "IMEI No."]).fields).toEqual([
      ...["brand", "serialNumber", "imei1"],
    ]);
    expect(mapHeadings(["S/N"]).fields).toEqual(["serialNumber"]);
  });

  test("are ignored and named when they are unknown or repeated", () => {
    const { fields, ignored } = mapHeadings(["brand", "colour", "", "Brand"]);
    expect(fields).toEqual(["brand", null, null, null]);
    expect(ignored).toEqual(["colour", "Brand"]);
  });
});

describe("a heading that people see on screen", () => {
  test.each([
    ["HW Type", "devTypes"],
    ["hw  type", "devTypes"],
    ["hwType", "hwtype"],
    ["Type Of Device", "hwtype"],
    ["Technology Network", "tNetworks"],
    ["Number of Slots", "slots"],
    ["Operation System", "os"],
    ["SIM Card Type", "simCard"],
    ["Device Model", "model"],
    ["Hardware Version", "hwVersion"],
    ["Imei 1", "imei1"],
    ["User", "samplmanag"],
    ["registeredBy", "registrantInFile"],
    ["Registered by", "registrantInFile"],
    ["Receive Date", "receiveDate"],
    ["Received Date (UTC)", "receiveDate"],
    ["Received Date (Europe/Lisbon)", null],
    ["Registered Date", null],
  ])("%s names the field %s", (heading, field) => {
    expect(fieldOfHeading(heading)).toBe(field);
  });
});

test("the headings are the first row that names the most fields", () => {
  const rows = [["Brand"], ["Lisbon", ""], ["Model", "Brand"], ["IMEI", "Serial"], ["A1", "Acme"]];
  const isHeading = (text: string) => text === "Tag" || fieldOfHeading(text) !== null;
  expect(findHeadingRow(rows, isHeading).at).toBe(2);
  expect(findHeadingRow([["x"], ["Tag"]], isHeading)).toEqual({ at: 1, headings: 1 });
  expect(findHeadingRow([], isHeading)).toEqual({ at: 0, headings: 0 });
});

describe("an import row", () => {
  test("has no problem when it is good, and its numbers and dates are read", () => {
    const { input, status, problems, warnings } = parse({
      lat: "-23.5505",
      lng: " -46,6333",
      receiveDate: "2026-05-14",
      brand: "  Samsung ",
    });
    expect({ problems, warnings, status }).toEqual({
      problems: [],
      warnings: [],
      status: "Registered",
    });
    expect(input).toMatchObject({ lat: -23.5505, lng: -46.6333, brand: "Samsung" });
    expect(input.receiveDate).toBe(Date.UTC(2026, 4, 14));
  });

  test.each([
    [{ serialNumber: " " }, "serialNumber: Serial Number is required"],
    [{ brand: "" }, "brand: Brand is required"],
    [{ imei1: "12345" }, "imei1: IMEI 1 must be exactly 15 digits"],
    [{ slots: "Dual" }, "imei2: IMEI 2 must be exactly 15 digits"],
    [
      { slots: "Dual", imei2: good.imei1 },
      "imei2: IMEI1 and IMEI2 cannot be the same. Please change it.",
    ],
    [{ receiveDate: "31/02/2026" }, "receiveDate: Received Date '31/02/2026' is not a date"],
    [
      { receiveDate: "03/02/2026" },
      "receiveDate: Received Date '03/02/2026' could be two different days: write it as year-month-day",
    ],
    [
      { imei1: "4.90154E+14" },
      "imei1: IMEI 1 '4.90154E+14' was changed by a spreadsheet: make its column text, and enter it again",
    ],
    [
      { serialNumber: "123456789.5" },
      "serialNumber: Serial Number '123456789.5' was changed by a spreadsheet: make its column text, and enter it again",
    ],
    [{ status: "Teleported" }, "status: Status 'Teleported' is unknown"],
    [{ lat: "north" }, "lat: Latitude is not valid"],
    [{ lng: "181" }, "lng: Longitude is not valid"],
    [{ devTypes: "Maybe" }, "devTypes: Hardware type 'Maybe' is not one of: Unsigned, Signed"],
    [{ comments: "x".repeat(2_001) }, "comments: Comments must be at most 2000 characters"],
    [{ colour: "blue" }, "row: 'colour' is not a field of a sample"],
  ])("an import row with %o is refused: %s", (cells, problem) => {
    expect(problems(cells)).toEqual([problem]);
  });

  test("lists all of its problems", () => {
    expect(problems({ brand: "", imei1: "12", status: "Gone", lat: "north" })).toEqual([
      "brand: Brand is required",
      "imei1: IMEI 1 must be exactly 15 digits",
      "status: Status 'Gone' is unknown",
      "lat: Latitude is not valid",
    ]);
  });

  test.each(["#N/A", "#REF!", "#DIV/0!", "#NAME?", "#NV", "#VALOR!"])(
    "has no value in a cell whose formula failed: %s",
    (value) => {
      expect(problems({ brand: value, imei1: value, comments: value })).toEqual([
        `brand: Brand '${value}' is a formula that failed in the spreadsheet`,
        `imei1: IMEI 1 '${value}' is a formula that failed in the spreadsheet`,
        `comments: Comments '${value}' is a formula that failed in the spreadsheet`,
      ]);
    },
  );

  test("may have texts that begin with a number sign", () => {
    expect(problems({ serialNumber: "#12A", comments: "#N/A is what the box says" })).toEqual([]);
    expect(problems({ imei2: "#N/A" })).toEqual([]); // of a device with one slot
  });

  test("may have a serial number that looks like a power of ten", () => {
    expect(problems({ serialNumber: "12E45" })).toEqual([]);
  });

  test("an import row with an unlisted country gets a warning, not a refusal", () => {
    expect(parse({ country: "Brasil" })).toMatchObject({
      problems: [],
      warnings: ["country: 'Brasil' is not in the list of countries"],
    });
    expect(parse({ country: "portugal" }).warnings).toEqual([]);
  });

  test("an import row of a single-slot device has no IMEI 2, whatever its cell says", () => {
    expect(parse({ imei2: "whatever" }).input.imei2).toBe("");
  });

  test("may have equal IMEIs where duplicates are flagged", () => {
    expect(parse({ slots: "Dual", imei2: good.imei1 }, "flag").problems).toEqual([]);
  });

  test("an import row with a wrong check digit gets a warning, not a refusal", () => {
    const { problems, warnings } = parse({ imei1: "353214910828483" });
    expect({ problems, warnings }).toEqual({
      problems: [],
      warnings: ["imei1: check digit does not match"],
    });
  });

  test.each([
    ["serialNumber", "20261234.0"],
    ["serialNumber", "357079244242924.5"],
    ["serialNumber", "7.0"],
    ["serialNumber", "5.1e7"],
    ["serialNumber", "4.9E+14"],
    ["phoneNumber", "5511912345678.0"],
    ["customers", "4.90154E+14"],
    ["hwVersion", "1E+05"],
  ] as const)("is refused if %s has %s, a number that a program has changed", (field, text) => {
    expect(parse({ [field]: text }).problems).toContainEqual(
      expect.objectContaining({ code: "NUMBER_CHANGED", field }),
    );
  });

  test.each([
    ["serialNumber", "12E45"],
    ["serialNumber", "1.25"],
    ["phoneNumber", "04101.12345"],
    ["hwVersion", "1.0"],
    ["comments", "4.9E+14"],
  ] as const)("is read if %s has the text %s", (field, text) => {
    expect(parse({ [field]: text })).toMatchObject({ problems: [], input: { [field]: text } });
  });

  test("is refused for a character that a wrong encoding left, naming the text before it", () => {
    expect(parse({ customers: "na \u008Akoda" }).problems).toEqual([
      {
        code: "TEXT_UNREADABLE",
        field: "customers",
        message: "Customers has an invalid character (U+008A) after 'na ': type it again",
      },
    ]);
  });

  test("has a warning for a year before 1980 or after the next one", () => {
    const warningsOf = (receiveDate: string) =>
      parseImportRow({ ...good, receiveDate }, DEFAULT_CHOICES, "reject", Date.UTC(2026, 10, 28))
        .warnings;
    expect(warningsOf("1979-12-31")).toEqual(["receiveDate: the year 1979 is unlikely"]);
    expect(warningsOf("2028-01-01")).toEqual(["receiveDate: the year 2028 is unlikely"]);
    expect([warningsOf("1980-01-01"), warningsOf("2027-12-31")]).toEqual([[], []]);
  });

  test("reads cdReturned of old data as Returned", () => {
    expect(parseStatus("cdReturned")).toBe("Returned");
    expect(parseStatus("gone")).toBeNull();
  });

  test("reads a status in any case, whatever separates its words", () => {
    for (const text of [
      " in TRANSIT ",
      "In-Transit",
      "in_transit",
      "InTransit",
      "In\u2011Transit",
    ]) {
      expect(parseStatus(text)).toBe("In Transit");
    }
  });
});

test.each(["brand", "model", "imei1", "imei2"] as const)(
  "a row with another %s is another device",
  (field) => {
    const { input } = parse({});
    expect(isSameDevice(input, { ...input })).toBe(true);
    expect(isSameDevice(input, { ...input, [field]: "other" })).toBe(false);
  },
);

test("every row of samples-5000.csv is good, and no identifier comes twice", () => {
  const rows = rowsOf("samples-5000.csv");
  expect(rows).toHaveLength(5_000);
  const serials = new Set<string>();
  const imeis: string[] = [];
  for (const { fields } of rows) {
    const { input, problems, warnings } = parseImportRow(fields, DEFAULT_CHOICES, "reject");
    expect({ problems, warnings }).toEqual({ problems: [], warnings: [] });
    serials.add(input.serialNumber);
    imeis.push(...[input.imei1, input.imei2].filter((imei) => imei !== ""));
  }
  expect(serials.size).toBe(5_000);
  expect(new Set(imeis).size).toBe(imeis.length);
});
