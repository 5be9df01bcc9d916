import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addRange,
  hasRange,
  inBatches,
  rowsLeft,
  sendBatches,
} from "#domain/imports/importBatches";

const ROWS = fc
  .uniqueArray(fc.integer({ min: 2, max: 60 }), { maxLength: 40 })
  .map((numbers) => numbers.sort((one, other) => one - other).map((row) => ({ row, fields: {} })));

test("batches that are done in any order leave exactly the other rows, each in one batch", () => {
  const property = fc.property(
    ROWS,
    fc.integer({ min: 1, max: 7 }),
    fc.integer({ min: 1, max: 7 }),
    fc.array(fc.nat(20), { maxLength: 8 }),
    (rows, size, laterSize, chosen) => {
      const batches = inBatches(rows, size);
      const first = new Set(chosen.filter((index) => index < batches.length));
      let done: { from: number; to: number }[] = [];
      const taken: number[] = [];
      for (const index of first) {
        const batch = batches[index];
        if (!batch) continue;
        done = addRange(done, batch.range);
        taken.push(...batch.rows.map(({ row }) => row));
      }
      const left = rowsLeft(rows, done);
      for (const batch of inBatches(left, laterSize, done)) {
        expect(batch.rows.length).toBeLessThanOrEqual(laterSize);
        expect(hasRange(done, batch.range)).toBe(false);
        for (const { from, to } of done) {
          expect(to <= batch.range.from || batch.range.to <= from).toBe(true);
        }
        done = addRange(done, batch.range);
        taken.push(...batch.rows.map(({ row }) => row));
      }
      expect(taken.sort((one, other) => one - other)).toEqual(rows.map(({ row }) => row));
      expect(rowsLeft(rows, done)).toEqual([]);
    },
  );
  fc.assert(property, { numRuns: 500 });
});

test("batches of a file without a gap between them are one range", () => {
  const rows = [2, 3, 9, 10, 30].map((row) => ({ row, fields: {} }));
  const done = inBatches(rows, 2).reduce<{ from: number; to: number }[]>(
    (ranges, { range }) => addRange(ranges, range),
    [],
  );
  expect(done).toEqual([{ from: 2, to: 31 }]);
});

test("results of a batch that was written are reported even if an earlier batch failed", async () => {
  const rows = [2, 3, 4, 5, 6, 7].map((row) => ({ row, fields: {} }));
  const told: number[] = [];
  let fail = () => {};
  const failure = new Error("unreachable");
  const sending = sendBatches(inBatches(rows, 2), {
    send: async ({ rows }) => {
      if (rows[0]!.row === 4) await new Promise((_, reject) => (fail = () => reject(failure)));
      if (rows[0]!.row === 6) queueMicrotask(() => fail());
      return rows.map(({ row }) => ({ row, outcome: "imported" as const }));
    },
    onResults: (results) => told.push(...results.map(({ row }) => row)),
    signal: new AbortController().signal,
  });
  await expect(sending).rejects.toBe(failure);
  expect(told).toEqual([2, 3, 6, 7]);
});
