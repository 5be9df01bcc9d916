import { describe, expect, test } from "vitest";
import {
  enrolmentUri,
  inGroups,
  readCode,
  recoveryCodeOf,
  SECRET,
  SECRET_LENGTH,
  secondFactorState,
  secretOf,
} from "#domain/accounts/secondFactor";

test.each([
  ["123456", { kind: "app", code: "123456" }],
  [" 123 456 ", { kind: "app", code: "123456" }],
  ["１２３-４５６", { kind: "app", code: "123456" }],
  ["0123-4567-89AB", { kind: "recovery", code: "0123456789AB" }],
  ["o123 4567 89ab", { kind: "recovery", code: "0123456789AB" }],
  ["il23456789AB", { kind: "recovery", code: "1123456789AB" }],
  ["", null],
  ["12345", null],
  ["1234567", null],
  ["0123-4567-89AU", null],
  ["0123-4567-89A", null],
])("reads %j as %j", (typed, expected) => {
  expect(readCode(typed)).toEqual(expected);
});

test("every random byte makes a character of a secret and of a recovery code", () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  expect(secretOf(bytes.slice(0, SECRET_LENGTH))).toMatch(SECRET);
  expect(new Set(secretOf(bytes)).size).toBe(32);
  const recovery = recoveryCodeOf(bytes);
  expect(new Set(recovery).size).toBe(32);
  for (const character of recovery) {
    expect(readCode(character.repeat(12))?.code).toBe(character.repeat(12));
  }
});

test("the QR code names the company, the account and the secret", () => {
  const account = { companyName: "Acme & Co", email: "ana@acme.example", secret: "A".repeat(32) };
  const url = new URL(enrolmentUri(account));
  expect([url.protocol, url.host]).toEqual(["otpauth:", "totp"]);
  expect(decodeURIComponent(url.pathname)).toBe("/SMS Acme & Co:ana@acme.example");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    secret: "A".repeat(32),
    issuer: "SMS Acme & Co",
  });
});

test("a secret is shown in groups of four", () => {
  expect(inGroups("ABCDEFGHIJ")).toBe("ABCD EFGH IJ");
  expect(inGroups("0123456789AB", "-")).toBe("0123-4567-89AB");
});

describe("admins see a second factor as", () => {
  const user = { role: "user" } as const;
  test.each([
    ["On", { ...user, secondFactorSince: 1 }, ["user"]],
    ["Required", user, ["user"]],
    ["Off", user, ["admin"]],
  ] as const)("%s", (state, person, required) => {
    expect(secondFactorState(person, required)).toBe(state);
  });
});
