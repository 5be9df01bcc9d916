import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allRows, mergeSorted, takeRows } from "../../cli/pages";
import { property } from "../support/property";

type Row = { readonly id: string; readonly key: number };

async function* range(rows: readonly Row[]): AsyncGenerator<Row, void> {
  yield* rows;
}

const newestFirst = (a: Row, b: Row) => a.key > b.key;
const rowOf = (key: number): Row => ({ id: `s${key}`, key });

describe("mergeSorted", () => {
  property([fc.array(fc.uniqueArray(fc.nat(30)), { maxLength: 4 })])(
    "gives every row of every range once, in their order",
    async (keys) => {
      const ranges = keys.map((range) => range.sort((a, b) => b - a).map(rowOf));
      const all = await takeRows(
        mergeSorted(ranges.map(range), newestFirst, ({ id }) => id),
        Infinity,
      );
      const expected = [...new Set(keys.flat())].sort((a, b) => b - a);
      expect(all.map(({ key }) => key)).toEqual(expected);
    },
  );
});

describe("allRows", () => {
  test("fetches a page only on demand", async () => {
    const asked: (string | null)[] = [];
    const rows = allRows(({ cursor }) => {
      asked.push(cursor);
      const first = Number(cursor ?? 0);
      const page = [rowOf(first), rowOf(first + 1)];
      return Promise.resolve({ page, isDone: false, continueCursor: String(first + 2) });
    });
    const three = await takeRows(rows, 3);
    expect(three.map(({ key }) => key)).toEqual([0, 1, 2]);
    expect(asked).toEqual([null, "2"]);
  });
});
