import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { asciiForms } from "#domain/common/asciiForms";
import { isPhoneNumber, maskPhone } from "#domain/common/phone";
import { property } from "../../support/property";

describe("a phone number", () => {
  test.each(["+55 11 91234 5678", "+49 (30) 123-4567", "0351 911222333"])("may be %s", (text) => {
    expect(isPhoneNumber(text)).toBe(true);
  });

  test.each(["", "call me", "+49", "123456", "+49 30 1234567 ext 5", "1".repeat(16)])(
    "is not '%s'",
    (text) => {
      expect(isPhoneNumber(text)).toBe(false);
    },
  );

  test.each([
    ["", ""],
    ["+", ""],
    ["5", "+5"],
    ["5511", "+55 11"],
    ["5511912345678", "+55 11 91234 5678"],
    ["+55 (11) 91234-5678", "+55 11 91234 5678"],
    ["55119123456789", "55119123456789"],
    ["+55 11 91234 56789", "+55 11 91234 56789"],
    ["415-555-2671", "+41 55 55267 1"],
    ["Tel. +55 11 91234 5678", "+55 11 91234 5678"],
    ["+1 415 555 2671 ext. 12", "+1 415 555 2671 ext. 12"],
    ["+٥٥ ١١ ٩١٢٣٤ ٥٦٧٨", "+55 11 91234 5678"],
    ["＋５５ １１ ９１２３４ ５６７８", "+55 11 91234 5678"],
    ["٠٠٤٩ ٣٠ ١٢٣٤٥٦٧", "0049 30 1234567"],
    ["+00", "00"],
    ["0 0", "0 0"],
    ["(00) 49 30 1234567", "(00) 49 30 1234567"],
    ["0049 30 1234567", "0049 30 1234567"],
  ])("typed as '%s' takes the form '%s'", (typed, masked) => {
    expect(maskPhone(typed)).toBe(masked);
  });

  property([fc.string({ unit: fc.constantFrom(..."+0049 -(5٠٤５۹") })])(
    "keeps all its digits, of whatever script",
    (text) => {
      const digitsOf = (phone: string) => asciiForms(phone).replace(/\D/g, "");
      expect(digitsOf(maskPhone(text))).toBe(digitsOf(text));
    },
  );

  property([fc.string()])("keeps its form when it is typed again", (text) => {
    expect(maskPhone(maskPhone(text))).toBe(maskPhone(text));
  });
});
