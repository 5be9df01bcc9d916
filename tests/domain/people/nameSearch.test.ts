import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fold, wordsOf } from "#domain/common/fold";
import { matchesPerson, searchWords } from "#domain/people/nameSearch";
import { property } from "../../support/property";

describe("folding a text", () => {
  test("removes accents and lowers the case of plain text", () => {
    expect(fold("Ação ÜBER")).toBe("acao uber");
    expect(fold("SM-A107M")).toBe("sm-a107m");
  });

  test("replaces letters without a plain form by those that people type", () => {
    expect(fold("Łódź, Strauß & SØREN")).toBe("lodz, strauss & soren");
    expect(fold("東京")).toBe("東京");
    expect(fold("RT-9001-\u0410 ΡΤ")).toBe("rt-9001-a pt"); // a Cyrillic A, Greek capitals
  });

  const letter = fc.oneof(
    fc.constantFrom(..."a^`éΣ'- "),
    fc.string({ unit: "binary", maxLength: 2 }),
  );
  const line = fc.array(letter).map((letters) => letters.join(""));

  property([fc.array(line, { minLength: 1 })], { numRuns: 1_000 })(
    "joined lines fold as each line does by itself",
    (lines) => {
      expect(fold(lines.join("\n"))).toBe(lines.map(fold).join("\n"));
    },
  );

  test("characters that people type are kept along with accents", () => {
    expect(fold("a^2 `É`")).toBe("a^2 `e`");
  });

  test("ends words at any character that is no letter or digit", () => {
    expect(wordsOf(" Søren  d'Ávila-2 ")).toEqual(["soren", "d", "avila", "2"]);
    expect(wordsOf("--")).toEqual([]);
  });
});

describe("a person in a picker", () => {
  const person = { displayName: "Jürgen Müller da Costa", email: "jmc.mueller@company.com" };

  test.each([
    ["", true],
    ["mul", true],
    ["MÜLLER", true],
    ["costa", true],
    ["Costa, Jürgen", true],
    ["jurgen da c", true],
    ["mueller", true],
    ["JMC.mueller@comp", true],
    ["ller", false],
    ["costa maria", false],
    ["company", false],
    ["@", false],
    [", ,", false],
  ])("searched as “%s” is found: %s", (typed, found) => {
    expect(matchesPerson(person, typed)).toBe(found);
  });

  test("is searched with at most eight words, each once", () => {
    const displayName = "a b c d e f g h i j";
    expect(searchWords({ displayName, email: "a@company.com" })).toEqual([..."abcdefgh"]);
    expect(searchWords({ displayName: "Ana Ana", email: "ana@company.com" })).toEqual(["ana"]);
  });
});
