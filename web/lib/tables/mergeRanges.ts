/**
 * One list out of several live ranges.
 *
 * The server answers each scope of a list (mine, my team's, addressed to me) as one index range,
 * page by page. What a person sees is their union in the server's order. Rows are shown only as far
 * as every range is known: below the last loaded row of an unfinished range, rows that belong
 * between those on screen may still be missing, and showing them later would shift the list.
 */

/** The loaded rows of one range, in the list's order. `isDone`: no row follows. */
export type LoadedRange<Row> = { readonly rows: readonly Row[]; readonly isDone: boolean };

type MergedRanges<Row> = {
  /** The first rows of the union, each once, in order. */
  rows: Row[];
  /** The ranges to load further for more rows to show; empty when all is shown. */
  unfinished: number[];
};

/**
 * Merges `ranges` by `compare` (a total order: 0 only for the same row) up to the shortest loaded
 * tail, leaving out doubles by `_id`.
 *
 * Cost: one sort of the loaded rows. The result is always a prefix of the full merged list.
 */
export function mergeRanges<Row extends { _id: string }>(
  ranges: readonly LoadedRange<Row>[],
  compare: (one: Row, other: Row) => number,
): MergedRanges<Row> {
  const open = ranges.flatMap((range, index) =>
    range.isDone ? [] : [{ index, tail: range.rows.at(-1) }],
  );
  const unloaded = open.filter(({ tail }) => tail === undefined);
  if (unloaded.length > 0) return { rows: [], unfinished: unloaded.map(({ index }) => index) };

  const byId = new Map<string, Row>();
  for (const row of ranges.flatMap(({ rows }) => rows)) byId.set(row._id, row);
  const union = [...byId.values()].sort(compare);

  const tails = open.flatMap(({ index, tail }) => (tail ? [{ index, tail }] : []));
  const [shortest] = tails.sort((one, other) => compare(one.tail, other.tail));
  if (!shortest) return { rows: union, unfinished: [] };
  return {
    rows: union.filter((row) => compare(row, shortest.tail) <= 0),
    unfinished: tails
      .filter(({ tail }) => compare(tail, shortest.tail) === 0)
      .map(({ index }) => index),
  };
}

/**
 * The order of an index range: by `key`, then creation time, then id, all in one direction, as
 * Convex orders documents of equal key.
 */
export function indexOrder<Row extends { _id: string; _creationTime: number }>(
  key: (row: Row) => number,
  direction: "ascending" | "descending",
): (one: Row, other: Row) => number {
  const sign = direction === "ascending" ? 1 : -1;
  return (one, other) =>
    sign *
    (key(one) - key(other) ||
      one._creationTime - other._creationTime ||
      (one._id < other._id ? -1 : Number(one._id > other._id)));
}
