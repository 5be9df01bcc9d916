import { expect, test } from "vitest";
import { findUnreadable, plainName, plainText } from "#domain/common/plainText";

test.each([
  ["a direction override", "SN\u202E54321\u202C", "SN54321"],
  ["an isolate", "\u2066Nokia\u2069", "Nokia"],
  ["a blank without a width", "SN\u200B1\uFEFF", "SN1"],
  ["a direction mark", "\u200ESN1\u200F\u061C", "SN1"],
  ["a soft hyphen", "SN\u00AD1", "SN1"],
  ["an operator that nobody sees", "SN\u20631\u206A", "SN1"],
  ["a control character", "SN\u00001\u001B[2J", "SN1[2J"],
])("a stored text loses %s", (_what, typed, stored) => expect(plainText(typed)).toBe(stored));

test.each(["line 1\nline 2\tend", "📱 👩‍👩‍👧‍👦", "שלום עולם", "می‌خواهم", "São Paulo"])(
  "%j stays as it is",
  (text) => expect(plainText(`  ${text} `)).toBe(text),
);

test.each([
  ["Telefo\u0301nica Mo\u0301viles", "Telefónica Móviles"],
  ["Telefónica\u00A0 Móviles", "Telefónica Móviles"],
  [" Telefónica  Móviles ", "Telefónica Móviles"],
])("the name %j is stored as %j", (typed, stored) => expect(plainName(typed)).toBe(stored));

test("a comment keeps its lines and spaces", () => {
  expect(plainText("one  two\n  three")).toBe("one  two\n  three");
});

test.each([
  ["a letter of another encoding", "na \u008Akoda", "U+008A", "na "],
  ["half of a character", "A\uD83D", "U+D83D", "A"],
])("%s is found, and never dropped", (_what, text, code, before) => {
  expect(plainText(text)).toBe(text);
  expect(findUnreadable(text)).toEqual({ code, before });
});

test("a text that can be stored has nothing to report", () => {
  expect(findUnreadable("Škoda 📱\n👩‍👩‍👧‍👦")).toBeNull();
});
