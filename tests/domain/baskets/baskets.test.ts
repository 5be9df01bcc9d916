import { describe, expect, test } from "vitest";
import { basketValue, mergeValues, splitValues } from "#domain/baskets/baskets";
import { scannedValue } from "#domain/identifiers/identifierLookup";

describe("pasted or typed text", () => {
  test.each([
    ["lines", "A1\nB2\r\nC3"],
    ["commas and semicolons", "A1, B2;C3"],
    ["tabs, as from a spreadsheet", "A1\tB2\tC3"],
    ["spaces", "  A1 B2   C3 "],
    ["a mix, with blanks between", "A1,,\n\n B2 ,\t C3\n"],
  ])("is split at %s", (_, text) => {
    expect(splitValues(text)).toEqual(["A1", "B2", "C3"]);
  });

  test("loses the invisible characters of web pages and documents", () => {
    expect(splitValues("\uFEFFA1\u00A0B2\u200B\nC3\u202C")).toEqual(["A1", "B2", "C3"]);
  });

  test("holds each value once, in whatever case it is written", () => {
    expect(splitValues("r5ct01 R5CT02 R5CT01")).toEqual(["r5ct01", "R5CT02"]);
  });

  test.each(["35 693803 564380 9", "35-693803-564380-9", "356938035643809"])(
    "the IMEI %s is one value",
    (imei) => {
      expect(splitValues(`${imei}\n${imei}, S1`)).toEqual(["356938035643809", "S1"]);
    },
  );

  test("keeps separate digits that form no IMEI", () => {
    expect(splitValues("12345 67890")).toEqual(["12345", "67890"]);
  });

  test("gives no values when it is empty", () => {
    expect(splitValues(" \n\t,; ")).toEqual([]);
  });
});

test.each([
  ["with a space inside", " SN 123456\n", "SN 123456"],
  ["with a comma and a semicolon", "A1,B2;C3", "A1,B2;C3"],
  ["of an IMEI in groups", "35 693803 564380 9", "356938035643809"],
  ["of an IMEI with hyphens", "35-693803-564380-9", "356938035643809"],
  ["of digits that are no IMEI", "12345 67890", "12345 67890"],
  ["with invisible characters", "\uFEFFA1\u200B", "A1"],
])("a scan %s is one value", (_, text, value) => {
  expect(scannedValue(text)).toBe(value);
});

test("new values are appended to a basket, each once", () => {
  expect(mergeValues(["A", "b"], ["B", "", "C", "a"])).toEqual(["A", "b", "C"]);
});

describe("a selected sample in a basket", () => {
  test("is named by its serial number, which people can read", () => {
    expect(basketValue({ _id: "id1", serialNumber: "R5CT01" })).toBe("R5CT01");
  });

  test("is named by its id when the serial number could be another sample's IMEI", () => {
    expect(basketValue({ _id: "id1", serialNumber: " 356938035643809" })).toBe("id1");
  });
});
