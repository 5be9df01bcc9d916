/** A list at one moment. `isDone`: nothing follows its last row. */
type Moment<Row> = { readonly rows: readonly Row[]; readonly isDone: boolean };

/**
 * Compares a live list at two moments: for each row that arrived or changed, gives the text of
 * `describe` (null: not worth a text). Rows that were merely loaded because the list was scrolled
 * further follow the last known row and did not arrive.
 */
export function rowChanges<Row extends { _id: string }>(
  before: Moment<Row>,
  after: readonly Row[],
  compare: (one: Row, other: Row) => number,
  describe: (before: Row | undefined, after: Row) => string | null,
): Map<string, string> {
  const known = new Map(before.rows.map((row) => [row._id, row]));
  const tail = before.rows.at(-1);
  const wasCovered = (row: Row) => before.isDone || (tail !== undefined && compare(row, tail) <= 0);

  const changes = new Map<string, string>();
  for (const row of after) {
    const previous = known.get(row._id);
    if (previous === row || (previous === undefined && !wasCovered(row))) continue;
    const words = describe(previous, row);
    if (words !== null) changes.set(row._id, words);
  }
  return changes;
}
