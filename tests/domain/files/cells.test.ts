import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeFormula, escapeGuarded, unescapeFormula } from "#domain/files/cells";
import { property } from "../../support/property";

/** Texts of characters that guard, quote, separate and start formulas. */
const hostile = fc.string({
  unit: fc.constantFrom(..."'\"=+-@,;|\t\r\n\0 a50e.", "\r\n", "=1+1", "0041"),
  maxLength: 12,
});

describe("a cell", () => {
  property([hostile], { numRuns: 5_000 })(
    "keeps its text through a CSV file and an import",
    (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text);
    },
  );

  property([hostile], { numRuns: 5_000 })(
    "keeps its text through a workbook and an import",
    (text) => {
      expect(unescapeFormula(escapeGuarded(text))).toBe(text);
    },
  );

  test.each([
    ["=1+1", "'=1+1"],
    ["+55 11", "'+55 11"],
    ["\t=1", "'\t'=1"],
    ["'=1", "''=1"],
    ["box 4;=1+1;", "box 4;'=1+1;'"],
    ["- red\n- blue", "'- red\n'- blue"],
    ['see;"=1+1"', 'see;\'"=1+1"'],
    ["'00412", "''00412"],
    ["00412", "'00412"],
    ["012345007766012", "'012345007766012"],
    ["357309117700082", "357309117700082"],
    ["3573091177000820", "'3573091177000820"],
    ["12E45", "'12E45"],
    ["1.5e7", "'1.5e7"],
    ["001", "001"],
    ["0041 bis", "0041 bis"],
    ["0x1F", "0x1F"],
    ["12ELF", "12ELF"],
    ["with ear phones, red; 5-inch", "with ear phones, red; 5-inch"],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    ["D'Ascq", "D'Ascq"],
    ["the '90s", "the '90s"],
    ["'90s", "'90s"],
  ])("%j is %j in a CSV file", (text, written) => expect(escapeFormula(text)).toBe(written));

  test.each([
    ["'00F2LX0001", "00F2LX0001"],
    ["'357309117700082", "357309117700082"],
    ["'s-Hertogenbosch", "'s-Hertogenbosch"],
    ["'90s", "'90s"],
  ])("%j in a user's own file is read as %j", (text, read) =>
    expect(unescapeFormula(text)).toBe(read),
  );
});
