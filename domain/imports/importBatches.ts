import type { ImportRow, RowResult } from "./importResults";

/** A part of a file's rows, sent and written as one transaction. */
export type ImportBatch = {
  readonly rows: readonly ImportRow[];
  /**
   * Rows of the file that the batch covers: `from` inclusive, `to` exclusive. Ranges of successive
   * batches touch, so the finished part of a file is a few ranges.
   */
  readonly range: RowRange;
};

/** Row numbers of a file: `from` inclusive, `to` exclusive. */
export type RowRange = { readonly from: number; readonly to: number };

/**
 * Returns the rows, or results of rows, outside the ranges of `done`: what an interrupted import
 * still has to send.
 */
export function rowsLeft<Row extends { readonly row: number }>(
  rows: readonly Row[],
  done: readonly RowRange[],
): Row[] {
  return rows.filter(({ row }) => !done.some(({ from, to }) => from <= row && row < to));
}

/** Adds a range to sorted, disjoint ranges, and joins ranges that touch. */
export function addRange(done: readonly RowRange[], added: RowRange): RowRange[] {
  const merged: { from: number; to: number }[] = [];
  for (const { from, to } of [...done, added].sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}

/** True if `done` covers all of `range`. */
export function hasRange(done: readonly RowRange[], range: RowRange): boolean {
  return done.some(({ from, to }) => from <= range.from && range.to <= to);
}

/**
 * Splits rows, in file order, into batches of at most `size`. No batch spans rows that are `done`,
 * so its range contains only its own rows.
 */
export function inBatches(
  rows: readonly ImportRow[],
  size: number,
  done: readonly RowRange[] = [],
): ImportBatch[] {
  const isBetween = (from: number, to: number) =>
    done.some((range) => from < range.from && range.from <= to);
  const batches: ImportRow[][] = [];
  for (const row of rows) {
    const batch = batches.at(-1);
    const last = batch?.at(-1);
    if (!batch || !last || batch.length === size || isBetween(last.row, row.row)) {
      batches.push([row]);
    } else batch.push(row);
  }
  return batches.map((batch, index) => {
    const [from, last] = [batch[0]?.row ?? 0, batch.at(-1)?.row ?? 0];
    const next = batches[index + 1]?.[0]?.row;
    const touches = next !== undefined && !isBetween(last, next);
    return { rows: batch, range: { from, to: touches ? next : last + 1 } };
  });
}

type SendOptions = {
  readonly send: (batch: ImportBatch) => Promise<readonly RowResult[]>;
  /** Called with the results of each batch, in file order. */
  readonly onResults: (results: readonly RowResult[]) => void;
  /** Once aborted, no further batch is sent; those in flight are awaited. */
  readonly signal: AbortSignal;
};

/**
 * Number of batches in flight: while the server writes one, the next is on its way; a third would
 * only wait there.
 */
const BATCHES_IN_FLIGHT = 2;

/**
 * Sends batches, at most two at a time.
 *
 * @returns the number of rows answered: fewer than given only if `signal` stopped the import
 * @throws the first error of `send`, after reporting the results so far
 */
export async function sendBatches(
  batches: readonly ImportBatch[],
  { send, onResults, signal }: SendOptions,
): Promise<number> {
  const { report, reportRest } = inOrder(onResults);
  const failures: unknown[] = [];
  let next = 0;
  let answered = 0;

  const sendOneByOne = async () => {
    for (;;) {
      const index = next;
      const batch = batches[index];
      if (batch === undefined || failures.length > 0 || signal.aborted) return;
      next += 1;
      try {
        const results = await send(batch);
        answered += results.length;
        report(index, results);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: BATCHES_IN_FLIGHT }, sendOneByOne));
  reportRest(); // batches written after one that failed
  if (failures.length > 0) throw failures[0];
  return answered;
}

/**
 * Holds results back until those of all earlier batches have been passed on, or until the rest is
 * wanted.
 */
function inOrder(pass: (results: readonly RowResult[]) => void) {
  const waiting = new Map<number, readonly RowResult[]>();
  let next = 0;
  const report = (index: number, results: readonly RowResult[]) => {
    waiting.set(index, results);
    for (let ready = waiting.get(next); ready; ready = waiting.get(next)) {
      waiting.delete(next);
      next += 1;
      pass(ready);
    }
  };
  const reportRest = () => {
    for (const [, results] of [...waiting].sort(([one], [other]) => one - other)) pass(results);
  };
  return { report, reportRest };
}
