import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseImportRow } from "#domain/imports/importRows";
import { isLuhnValid, luhnDigit } from "#domain/identifiers/imei";
import { DEFAULT_CHOICES } from "#domain/samples/sampleRules";
import {
  isNamedBy,
  lookupKeys,
  placeIdentifiers,
  scannedValue,
  searchWords,
  typedImei,
} from "#domain/identifiers/identifierLookup";
import { plainIdentifier } from "#domain/identifiers/identifierText";
import {
  cleanSerialNumber,
  readIdentifiers,
  serialNumberKey,
} from "#domain/identifiers/readIdentifiers";
import { fieldColumn, rowMatcher } from "#domain/tables/tableFilters";
import { SPELLINGS } from "../../support/identifierSpellings";
import { property } from "../../support/property";

const empty = { serialNumber: "", imei1: "", imei2: "", slots: "" };

const matchOf = rowMatcher(
  (["serialNumber", "imei1", "imei2"] as const).map((field) =>
    fieldColumn({ field, kind: "text" }),
  ),
);

const CASES = SPELLINGS.map(([text, identifiers, refusedAs]) => ({
  text,
  identifiers,
  refusedAs,
}));

describe.each(CASES)("$text", ({ text, identifiers, refusedAs }) => {
  test("falls into the fields of the form, or says what it is", () => {
    const { fields, refused } = placeIdentifiers(text, empty);
    expect(fields).toEqual(identifiers);
    expect(refused).toBe(refusedAs === undefined ? null : `This is ${refusedAs}.`);
  });

  test("is imported from a cell of a file, or refused by name", () => {
    const { imei1 = "", imei2 = "", serialNumber = "" } = identifiers;
    const field = imei1 === "" ? "serialNumber" : "imei1";
    const { input, problems } = parseImportRow(
      { brand: "A", model: "B", imei1: "352099001761481", serialNumber: "", [field]: text },
      DEFAULT_CHOICES,
      "reject",
    );
    const named = problems.filter(({ code }) => code === "IDENTIFIER_MISPLACED");
    if (refusedAs !== undefined) {
      expect(named.map(({ message }) => message)).toEqual([expect.stringContaining(refusedAs)]);
      return;
    }
    expect(named).toEqual([]);
    expect([input[field], input.imei2]).toEqual([imei1 || serialNumber, imei2]);
    if (serialNumber !== "") expect(input.serialNumber).toBe(serialNumber);
  });

  test("finds the sample that has one of the identifiers, once it is scanned, too", () => {
    const { imei1 = "", imei2 = "", serialNumber = "" } = identifiers;
    const isKnown = refusedAs === undefined;
    for (const spelling of [text, scannedValue(text)]) {
      expect(isNamedBy({ imei1, imei2, serialNumber: serialNumber || "X" }, spelling)).toBe(
        isKnown,
      );
    }
  });
});

test.each(CASES.filter(({ refusedAs }) => refusedAs === undefined))(
  "a list's search for $text finds the sample",
  ({ text, identifiers }) => {
    const sample = { imei1: "", imei2: "", serialNumber: "X", ...identifiers };
    expect(matchOf({ search: text, conditions: [] })(sample)).toBe(true);
  },
);

describe("a search", () => {
  test.each([
    ["35 730911", ["35730911"]],
    ["IMEI: 35 730911 771001 6", ["357309117710016"]],
    ["3573091177100178", ["35730911771001"]],
    ["35-730911-771001-6 ", ["357309117710016"]],
    ["S/N: R5CT10", ["r5ct10"]],
    ["SC02XK1ABCDE", ["c02xk1abcde"]],
    ["Galaxy  São", ["galaxy", "sao"]],
    ["RT\u20139001", ["rt-9001"]],
    ["RT\u00AD-9001\u200B", ["rt-9001"]],
    ["RT-9001-\u0410", ["rt-9001-a"]],
    ["\u0663\u0665", ["35"]],
    ["  ", []],
  ])("a search for %j looks for %j", (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });
});

describe("serial numbers", () => {
  test.each([
    ["RT\u20119001\u2011A", "no-break hyphens"],
    ["RT\u20139001\u2013A", "en dashes"],
    ["RT\u22129001\u2212A", "minus signs"],
    ["\uFF32\uFF34-9001-A", "full-width letters"],
    ["RT-9001-\u0410", "a Cyrillic A"],
    ["rt-9001-a", "small letters"],
    ["S/N: RT-9001-A", "a label"],
    ["RT\u00AD-9001-A\u200B", "invisible characters"],
  ])("%j is RT-9001-A with %s", (text) => {
    expect(serialNumberKey(text)).toBe("RT-9001-A");
  });

  test.each(["RT-9001-B", "RT9001A", "RT-9001 A", "SN RT-9001-A"])(
    "%j differs from RT-9001-A",
    (text) => {
      expect(serialNumberKey(text)).not.toBe("RT-9001-A");
    },
  );
});

test("a scanned IMEISV fills in its IMEI, with a note of the computed check digit", () => {
  expect(placeIdentifiers("3573091177100178", empty)).toEqual({
    fields: { imei1: "357309117710016" },
    refused: null,
    note: "16 digits end with the software version; the check digit was computed.",
  });
  expect(placeIdentifiers("357309117710016", empty).note).toBeNull();
});

test.each(["357309117710016.0", "3.57309117710016E+14"])(
  "an IMEI that a spreadsheet has changed to %s goes into no field",
  (text) => {
    expect(placeIdentifiers(text, empty)).toEqual({
      fields: {},
      refused: "This is a number that a spreadsheet has changed.",
      note: null,
    });
  },
);

test("an Apple serial number is scanned without the S of its bar code, and found with it", () => {
  expect(placeIdentifiers("SC02XK1ABCDE", empty).fields.serialNumber).toBe("C02XK1ABCDE");
  expect(isNamedBy({ serialNumber: "C02XK1ABCDE" }, "SC02XK1ABCDE")).toBe(true);
  expect(isNamedBy({ serialNumber: "SC02XK1ABCDE" }, "SC02XK1ABCDE")).toBe(true);
});

test.each([
  ["15 digits with a wrong check digit", "357309117710011", empty, "serialNumber"],
  ["the second IMEI", "357309117710024", { ...empty, imei1: "357309117710016" }, "imei2"],
  ["the first IMEI again", "357309117710016", { ...empty, imei1: "357309117710016" }, "imei1"],
  [
    "another IMEI of a single slot",
    "357309117710024",
    { ...empty, imei1: "357309117710016", slots: "Single" },
    "imei1",
  ],
] as const)("%s goes into its field", (_, text, form, field) => {
  expect(Object.keys(placeIdentifiers(text, form).fields)).toEqual([field]);
});

test("a Xiaomi box's code fills in the serial number with its slash", () => {
  const text = "357309117710016/357309117710024/12345/K7XX00000";
  expect(placeIdentifiers(text, empty).fields).toEqual({
    imei1: "357309117710016",
    imei2: "357309117710024",
    serialNumber: "12345/K7XX00000",
  });
});

test.each([
  ["three IMEIs", "357309117710016\n357309117710024\n357309117710032"],
  ["two serial numbers", "SN:R5CT10ABCDE;SN:R5CT10ABCDF"],
])("a code with %s is of several devices and fills no field", (_, text) => {
  const refused = "This code has numbers of several devices. Scan one device at a time.";
  expect(placeIdentifiers(text, empty)).toEqual({ fields: {}, refused, note: null });
});

test("a cell with a second IMEI, and no free field for it, is refused", () => {
  const cells = { brand: "A", model: "B", serialNumber: "S1", slots: "Single" };
  const imei1 = "357309117710016 / 357309117710024";
  const { problems } = parseImportRow({ ...cells, imei1 }, DEFAULT_CHOICES, "reject");
  expect(problems.map(({ field, message }) => [field, message])).toEqual([
    ["imei1", `IMEI 1 '${imei1}' is several codes, and no field is free for 357309117710024`],
  ]);
});

test.each([
  ["EID: 89049032004008882600012345678901", "EID: 89049032004008882600012345678901"],
  ["89049032004008882600012345678901", "89049032004008882600012345678901"],
  ["]d2010400638133393121R5CT10ABCDE\x1d8002357309117710016", "357309117710016"],
  ["4006381333931\n357309117710016", "357309117710016"],
])("%j, pasted or scanned into an IMEI field, leaves %j there", (text, left) => {
  expect(typedImei(text)).toBe(left);
});

describe("an IMEI that arrives a key at a time", () => {
  const typed = (keys: string) => [...keys].reduce((text, key) => typedImei(text + key), "");
  test.each([
    ["357309117710016", "357309117710016"],
    ["35 730911-771001 6", "357309117710016"],
    ["IMEI1:357309117710016", "357309117710016"],
    ["IMEI: 357309117710016", "357309117710016"],
    ["imei 357309117710016", "357309117710016"],
    ["357309117710016/78", "357309117710016"],
    ["3573091177100178", "357309117710016"],
    ["3573", "3573"],
  ])("as %j gives %s", (keys, digits) => {
    expect(typed(keys)).toBe(digits);
  });
});

const digit14 = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
  .map((digits) => `35${digits.join("")}`);
const before = fc.constantFrom("", "IMEI: ", "IMEI1:", "imei ", "\u200B", "]C0", " ");
const after = fc.constantFrom("", "/01", " / 78", "\r\n", "\u00A0", "\uFEFF");
const between = fc.constantFrom("", " ", "-", "\u2011", "\u00A0", "\u2009");

property([digit14, before, between, after], { numRuns: 500 })(
  "an IMEI is read in every combination of label, groups and suffix",
  (first14, label, gap, suffix) => {
    const imei = first14 + luhnDigit(first14);
    const groups = [imei.slice(0, 2), imei.slice(2, 8), imei.slice(8, 14), imei.slice(14)];
    const text = `${label}${groups.join(gap)}${suffix}`;
    expect(readIdentifiers(text)).toMatchObject([{ kind: "imei", value: imei }]);
    expect(isLuhnValid(typedImei(text))).toBe(true);
  },
);

const anyText = fc.string({ unit: "binary", maxLength: 24 });
const parts = fc.constantFrom(
  ..."SN: |S/N |IMEI|IMEI1:|EID |(01)|(21)|]C1|-|/|,| |\u2011|\uFF33|\u0421|3573|R5CT|357309117710016".split(
    "|",
  ),
);
const codeLike = fc.array(parts, { maxLength: 8 }).map((list) => list.join(""));

property([fc.oneof(anyText, codeLike)], { numRuns: 2_000 })(
  "cleaning a serial number twice changes nothing, and leaves something of every text",
  (text) => {
    const clean = cleanSerialNumber(text);
    expect(cleanSerialNumber(clean)).toBe(clean);
    expect(clean === "").toBe(plainIdentifier(text) === "");
    const key = serialNumberKey(text);
    expect(serialNumberKey(key)).toBe(key);
    expect(serialNumberKey(clean)).toBe(key);
    expect(lookupKeys(text).length > 0).toBe(key !== "");
  },
);

property([fc.oneof(fc.string({ unit: "grapheme", maxLength: 24 }), codeLike)], { numRuns: 1_000 })(
  "the keys of earlier versions, in capitals, have the keys of this one",
  (text) => {
    expect(serialNumberKey(text.trim().toUpperCase())).toBe(serialNumberKey(text));
  },
);
