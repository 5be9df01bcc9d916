import { fc, test } from "@fast-check/vitest";
import { describe, expect } from "vitest";
import { holdStill } from "@/components/data-table/holdStill";

type Row = { id: string; version: number };
const list = fc.uniqueArray(
  fc.record({ id: fc.constantFrom(..."abcdefghijklmnop"), version: fc.nat({ max: 2 }) }),
  { selector: (row) => row.id },
);
const idOf = (row: Row) => row.id;
const shown = (rows: Row[]) => rows.map((row) => ({ row, isGone: false }));

describe("holding a live table still", () => {
  test.prop([list, list], { numRuns: 1_000 })(
    "a held table keeps every row in its place and loses none",
    (before, next) => {
      const { rows, heldBack } = holdStill(shown(before), next, idOf);
      const ids = rows.map(({ row }) => row.id);

      expect(ids.slice(0, before.length)).toEqual(before.map(idOf));
      expect(new Set(ids).size).toBe(ids.length);
      const present = rows.filter(({ isGone }) => !isGone).map(({ row }) => row);
      expect(present.length + heldBack).toBe(next.length);
      for (const row of present) expect(next).toContain(row);
      for (const { row, isGone } of rows)
        expect(isGone).toBe(!next.some(({ id }) => id === row.id));
    },
  );

  test("a held table counts rows that arrive at the top and appends rows loaded at the end", () => {
    const [a, b, c, d] = [..."abcd"].map((id) => ({ id, version: 0 })) as [Row, Row, Row, Row];
    const { rows, heldBack } = holdStill(shown([b, c]), [a, b, c, d], idOf);
    expect(rows.map(({ row }) => row.id)).toEqual(["b", "c", "d"]);
    expect(heldBack).toBe(1);
  });

  test("a held table marks a row that left, and shows it again when it comes back", () => {
    const [a, b] = [..."ab"].map((id) => ({ id, version: 0 })) as [Row, Row];
    const gone = holdStill(shown([a, b]), [b], idOf);
    expect(gone.rows).toEqual([
      { row: a, isGone: true },
      { row: b, isGone: false },
    ]);
    expect(holdStill(gone.rows, [a, b], idOf).rows).toEqual(shown([a, b]));
  });
});
