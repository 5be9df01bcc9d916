import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  MAX_EMAIL_LENGTH,
  normaliseEmail,
  parseEmail,
  parseCompanyDomain,
} from "#domain/common/email";
import { hasAllKinds, isStrongPassword } from "#domain/common/password";
import { property } from "../../support/property";

const DOMAIN = "company.com";

describe("a company address", () => {
  test.each([
    ["ana@company.com", "ana@company.com"],
    ["  Ana.Lima+tests@Company.COM\t", "ana.lima+tests@company.com"],
    ["o'neil_x@company.com", "o'neil_x@company.com"],
  ])("typed as %j is stored as %j", (typed, email) => {
    expect(normaliseEmail(typed, DOMAIN)).toBe(email);
  });

  test.each([
    ["", "nothing"],
    ["ana", "no @"],
    ["@company.com", "no local part"],
    ["ana@", "no host"],
    ["a@b@company.com", "two @"],
    ["ana@company.com.", "a trailing dot"],
    ["ana@xcompany.com", "a longer host"],
    ["ana@x.company.com", "a subdomain"],
    ["ana@company.com.evil.com", "our domain inside another"],
    [".ana@company.com", "a leading dot"],
    ["a..b@company.com", "two dots"],
    ['"ana"@company.com', "a quoted local part"],
    ["ana lima@company.com", "a space inside"],
    ["ana@company.com\r\nbcc: x@evil.com", "a line break"],
    ["\u212Aurt@company.com", "the Kelvin sign, which lower-cases to k"],
    ["ana@\u017Fompany.com", "a letter that upper-cases to S"],
    ["аna@company.com", "a Cyrillic а"],
    [`${"a".repeat(250)}@company.com`, "more than 255 characters"],
  ])("is refused as %j: %s", (typed) => {
    expect(normaliseEmail(typed, DOMAIN)).toBeNull();
  });

  test("is refused to everyone while no domain is configured", () => {
    expect(normaliseEmail("ana@company.com", "")).toBeNull();
    expect(normaliseEmail("ana@", "")).toBeNull();
  });

  property([fc.string({ unit: "grapheme" })], { numRuns: 1_000 })(
    "an accepted address is its own normal form",
    (typed) => {
      const email = parseEmail(`${typed}@company.com`);
      if (email !== null) expect(parseEmail(email)).toBe(email);
    },
  );
});

describe("an address with a host in another script", () => {
  test.each([
    ["ana@müller.de", "ana@xn--mller-kva.de"],
    ["Ana.Lima@MÜLLER.de", "ana.lima@xn--mller-kva.de"],
    ["ana@mu\u0308ller.de", "ana@xn--mller-kva.de"],
    ["ana@xn--mller-kva.de", "ana@xn--mller-kva.de"],
    ["ana@例え.jp", "ana@xn--r8jz45g.jp"],
    ["ana@müller\uFF0Ede", "ana@xn--mller-kva.de"],
  ])("%j is stored as %j", (typed, email) => {
    expect(parseEmail(typed)).toBe(email);
    expect(normaliseEmail(typed, parseCompanyDomain(email.split("@")[1]!)!)).toBe(email);
  });

  test.each([
    "anä@müller.de",
    "ana@müller.de:25",
    "ana@mül ler.de",
    "ana@müller",
    "ana@müller.de/x",
  ])("%j is refused", (typed) => {
    expect(parseEmail(typed)).toBeNull();
  });

  test(`is at most ${MAX_EMAIL_LENGTH} characters long as it is stored`, () => {
    expect(parseEmail(`${"a".repeat(240)}@müller.de`)).toBeNull();
  });
});

describe("a password", () => {
  test.each(["Aa1@aaaa", "aaaA1$$$", "Zz9&zzzz"])("is strong: %s", (password) => {
    expect(isStrongPassword(password)).toBe(true);
  });

  test.each([
    ["Aa1@aaa", "seven characters"],
    ["aa1@aaaa", "no uppercase letter"],
    ["AA1@AAAA", "no lowercase letter"],
    ["Aaa@aaaa", "no digit"],
    ["Aa1-aaaa", "a special character that is not on the list"],
    [`Aa1@${"a".repeat(252)}`, "256 characters"],
  ])("is weak: %s has %s", (password) => {
    expect(isStrongPassword(password)).toBe(false);
  });

  test("may have all kinds of characters and still be too short", () => {
    expect(hasAllKinds("aA1!")).toBe(true);
  });
});

test.each([
  ["example.com", "example.com"],
  [" @Example.COM. ", "example.com"],
  ["müller.de", "xn--mller-kva.de"],
  ["@MÜLLER.de", "xn--mller-kva.de"],
  ["mail.lab.example", "mail.lab.example"],
  ["example", null],
  ["", null],
  ["ana@example.com", null],
  ["https://example.com", null],
  ["example.com/mail", null],
  ["exa mple.com", null],
  ["10.0.0.7", null],
])("the company's domain %j is read as %j", (text, domain) => {
  expect(parseCompanyDomain(text)).toBe(domain);
});
