import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { groupImei, isImei, isLuhnValid, luhnDigit } from "#domain/identifiers/imei";
import { hasImei2, requiresImei2 } from "#domain/identifiers/slots";
import { property } from "../../support/property";

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((list) => list.join(""));

describe("IMEI", () => {
  test.each(["490154203237518", "352099001761481", "012345678901237"])(
    "%s has a valid check digit",
    (imei) => {
      expect(isLuhnValid(imei)).toBe(true);
    },
  );

  property([digits(14)])("has exactly one valid check digit", (first14) => {
    const valid = [..."0123456789"].filter((digit) => isLuhnValid(first14 + digit));
    expect(valid).toEqual([luhnDigit(first14)]);
  });

  property([digits(15), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 1, max: 9 })])(
    "one wrong digit anywhere is noticed",
    (imei, place, change) => {
      const valid = imei.slice(0, 14) + luhnDigit(imei.slice(0, 14));
      const wrong = (Number(valid[place]) + change) % 10;
      expect(isLuhnValid(valid.slice(0, place) + String(wrong) + valid.slice(place + 1))).toBe(
        false,
      );
    },
  );

  test.each([
    "",
    "1234",
    "35693803564380A",
    "3520990017614811",
    " 352099001761481",
    "٣٥٢٠٩٩٠٠١٧٦١٤٨١",
  ])("is refused unless it is 15 digits: %j", (text) => {
    expect(isImei(text)).toBe(false);
    expect(isLuhnValid(text)).toBe(false);
  });

  test("is shown in groups; other text stays as it is", () => {
    expect(groupImei("356938035643809")).toBe("35 693803 564380 9");
    expect(groupImei("no imei")).toBe("no imei");
  });
});

test.each([
  ["Single", false, false],
  ["single SIM", false, false],
  ["Dual", true, true],
  ["dual sim", true, true],
  ["Triple", true, false],
  ["Quad", true, false],
  ["", true, false],
])("slots %j: IMEI 2 is possible: %s, required: %s", (slots, has, must) => {
  expect([hasImei2(slots), requiresImei2(slots)]).toEqual([has, must]);
});
