import { expect, test } from "vitest";
import { plainText } from "../../domain/plainText";

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
