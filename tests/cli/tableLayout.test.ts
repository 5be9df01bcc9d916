import { describe, expect, test } from "vitest";
import fc from "fast-check";
import stringWidth from "string-width";
import { fitColumns, tableLine, wrapWords } from "../../cli/tableLayout";
import { property } from "../support/property";

const columns = (...widths: number[]) => widths.map((width) => ({ width, rank: 0 }));

describe("fitColumns", () => {
  test("gives every column its own width if all fit", () => {
    expect(fitColumns(columns(10, 40, 5), 59)).toEqual([10, 40, 5]);
    expect(fitColumns(columns(10, 40, 5), Infinity)).toEqual([10, 40, 5]);
  });

  test("cuts a long text before it hides a column", () => {
    expect(fitColumns(columns(10, 40, 5), 55)).toEqual([10, 36, 5]);
  });

  test("hides the columns of the highest rank first, and of equal ones the last", () => {
    const ranked = [
      { width: 20, rank: 2 },
      { width: 20, rank: 0 },
      { width: 20, rank: 1 },
      { width: 20, rank: 1 },
    ];
    expect(fitColumns(ranked, 80)).toEqual([null, 20, 20, 20]);
    expect(fitColumns(ranked, 60)).toEqual([null, 20, 20, null]);
  });

  test("keeps the most important column on the narrowest terminal", () => {
    expect(fitColumns(columns(20, 5), 12)).toEqual([12, null]);
  });

  const anyColumn = fc.record({ width: fc.nat({ max: 90 }), rank: fc.nat({ max: 4 }) });
  property([fc.array(anyColumn, { minLength: 1 }), fc.integer({ min: 1, max: 200 })])(
    "never makes a line wider than the terminal, nor a column wider than its texts",
    (measured, available) => {
      const widths = fitColumns(measured, available);
      const shown = widths.filter((width) => width !== null);
      expect(shown.length).toBeGreaterThan(0);
      expect(shown.reduce((sum, width) => sum + width + 2, -2)).toBeLessThanOrEqual(available);
      widths.forEach((width, index) =>
        expect(width ?? 0).toBeLessThanOrEqual(measured[index]!.width),
      );
    },
  );
});

test("a line of a table aligns texts of wide characters, and marks where one is cut", () => {
  const widths = [6, null, 8, 3];
  expect(tableLine(["小米", "hidden", "Redmi Note", "x"], widths)).toBe("小米    Redmi N…  x");
  expect(tableLine(["Nokia", "hidden", "3310", "x"], widths)).toBe("Nokia   3310      x");
});

test("wrapWords breaks between words, and keeps a word that is too wide whole", () => {
  expect(wrapWords("aa bb cc ddddddddd e", 5)).toEqual(["aa bb", "cc", "ddddddddd", "e"]);
  expect(stringWidth(wrapWords("小米 小米 小米", 9)[0] ?? "")).toBe(9);
});
