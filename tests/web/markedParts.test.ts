import { expect, test } from "vitest";
import { markedParts } from "@/components/data-table/search/markedParts";

/** Returns the text with its highlighted parts in brackets. */
const marked = (text: string, ...words: string[]) =>
  markedParts(text, words)
    .map(({ text: part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join("");

test.each([
  ["São Paulo", ["sao"], "[São] Paulo"],
  ["Straße", ["ss"], "Stra[ß]e"],
  ["Galaxy A54", ["a5", "gal"], "[Gal]axy [A5]4"],
  ["banana", ["ana"], "b[ana]na"],
  ["35 693803 564380 9", ["3803564"], "35 69[3803 564]380 9"],
  ["nothing", ["else"], "nothing"],
])("in “%s” the words %j are highlighted as %s", (text, words, expected) => {
  expect(marked(text, ...words)).toBe(expected);
});
