/**
 * Merges several live ranges into one list.
 *
 * The server returns each scope of a list (mine, my team's, addressed to me) as one index range,
 * page by page. The list is their union in the server's order. Rows are shown only as far as every
 * range is known: after the last loaded row of an unfinished range, rows that belong between those
 * on screen may be missing, and inserting them later would shift the list.
 */

/** The loaded rows of one range, in the list's order. `isDone`: no row follows. */
export type LoadedRange<Row> = { readonly rows: readonly Row[]; readonly isDone: boolean };

/**
 * Merges `ranges` by `compare` (a total order: 0 only for the same row) up to the end of the
 * shortest unfinished range, without duplicates by `_id`.
 *
 * Cost: one sort of the loaded rows. The result is always a prefix of the full merged list, empty
 * until every range has answered.
 */
export function mergeRanges<Row extends { _id: string }>(
  ranges: readonly LoadedRange<Row>[],
  compare: (one: Row, other: Row) => number,
): Row[] {
  const open = ranges.filter(({ isDone }) => !isDone);
  const tails = open.flatMap(({ rows }) => rows.at(-1) ?? []);
  if (tails.length < open.length) return [];

  const byId = new Map<string, Row>();
  for (const row of ranges.flatMap(({ rows }) => rows)) byId.set(row._id, row);
  const union = [...byId.values()].sort(compare);

  const [shortest] = tails.sort(compare);
  return shortest ? union.filter((row) => compare(row, shortest) <= 0) : union;
}

/**
 * The order of an index range: by `key`, then creation time, then id, all in one direction, as
 * Convex orders documents with equal keys.
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
