import { describe, expect, test } from "vitest";
import { EXPORT_COLUMNS } from "#domain/exports/exportColumns";
import { csvFormat } from "#domain/exports/exportText";
import type { SampleInput } from "#domain/samples/fields";
import { importCells, parseImportRow } from "#domain/imports/importRows";
import { hasEmptyField } from "#domain/samples/sampleInputs";
import { DEFAULT_CHOICES, fullFormAlert, sampleProblems } from "#domain/samples/sampleRules";
import { numberedSample } from "../../support/functions/numberedSample";

/** docs/product.md, "Devices without an IMEI". */

const tablet: SampleInput = {
  ...numberedSample(1),
  hwtype: "Tablet",
  noImei: true,
  ...{ imei1: "", imei2: "", slots: "", simCard: "", tNetworks: "" },
  ...{ custsamplmanag: "Lab", samplmanag: "ana@company.com", lastmanag: "bruno@company.com" },
};
const SOURCES = ["newSample", "newSampleEdit", "fullSample", "import", "importFlagging"] as const;

describe.each(SOURCES)("for %s", (source) => {
  const problems = (changes: Partial<SampleInput>) =>
    sampleProblems({ ...tablet, ...changes }, source).map(({ field, message }) => [field, message]);

  test.each(["Tablet", "Smartwatch", "Router"])("a %s may be without an IMEI", (hwtype) => {
    expect(problems({ hwtype })).toEqual([]);
  });

  test.each(["Mobile", "Modem"])("a %s must have an IMEI", (type) => {
    expect(problems({ hwtype: type })).toEqual([
      ["imei1", `IMEI 1 is required: a device of type '${type}' has one`],
    ]);
  });

  test("a device of no stated type may not be without an IMEI", () => {
    expect(problems({ hwtype: "" })).toEqual([["hwtype", "Device type is required"]]);
  });

  test("a device must have an IMEI unless it is stated to have none", () => {
    expect(problems({ noImei: false, slots: "Single" })).toEqual([["imei1", "IMEI 1 is required"]]);
  });

  test("a device with an IMEI 2 is not without an IMEI", () => {
    expect(problems({ imei2: "356938035643817", slots: "Dual" })).toEqual([
      ["imei1", "IMEI 1 is required"],
    ]);
  });
});

test("New Sample requires neither slots, SIM card nor networks of a device without an IMEI", () => {
  expect(hasEmptyField(tablet)).toBe(false);
  expect(hasEmptyField({ ...tablet, noImei: false })).toBe(true);
  expect(hasEmptyField({ ...tablet, os: "" })).toBe(true);
});

test("the full form's alert asks a device without an IMEI for neither IMEI nor slots", () => {
  expect(fullFormAlert(tablet)).toBe("Please fulfill all fields or resolve duplicate entries");
  expect(fullFormAlert({ ...tablet, noImei: false })).toBe("Please fill all the fields.");
});

describe("a spreadsheet", () => {
  const cells = { brand: "Apple", model: "iPad", serialNumber: "F1", hwtype: "Tablet" };
  const parse = (imei1: string, changes: Record<string, string> = {}) =>
    parseImportRow({ ...cells, imei1, ...changes }, DEFAULT_CHOICES, "reject");

  test.each(["No IMEI", "no imei", " NO-IMEI "])(
    "states by '%s' that a device has no IMEI",
    (cell) => {
      expect(parse(cell)).toMatchObject({ problems: [], input: { imei1: "", noImei: true } });
    },
  );

  test("may state it of IMEI 2, too", () => {
    expect(parse("No IMEI", { imei2: "No IMEI" }).problems).toEqual([]);
    expect(parse("356938035643809", { imei2: "No IMEI" }).input.imei2).toBe("");
  });

  test("does not state it by an empty cell", () => {
    expect(parse("").problems).toMatchObject([{ code: "FIELD_MISSING", field: "imei1" }]);
  });

  test("does not state it of a phone", () => {
    const { problems } = parse("No IMEI", { hwtype: "Mobile" });
    expect(problems).toMatchObject([{ code: "IMEI_OF_TYPE", field: "imei1" }]);
  });

  test("a spreadsheet that is an export imports a device without an IMEI again", () => {
    const columns = EXPORT_COLUMNS.samples.filter(({ field }) => field === "imei1");
    expect(csvFormat(columns).row({ imei1: "" }, 0)).toBe("No IMEI\r\n");
    const written = importCells({ ...tablet, status: "Registered" });
    const { input, problems } = parseImportRow(written, DEFAULT_CHOICES, "reject");
    expect(problems).toEqual([]);
    expect(input).toMatchObject({ imei1: "", noImei: true });
  });
});
