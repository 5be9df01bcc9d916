/** A row as it stands on screen. `isGone`: it left the list while somebody was looking at it. */
export type DisplayedRow<Row> = { readonly row: Row; readonly isGone: boolean };

/**
 * Gives the rows to show in place of `next` while somebody works in the table, so that nothing
 * moves under the pointer: rows on screen keep their places and show their newest content, rows
 * that left stay as marked ghosts, rows that follow everything on screen are appended (the next
 * page), and rows that would be inserted between are only counted.
 */
export function holdStill<Row>(
  displayed: readonly DisplayedRow<Row>[],
  next: readonly Row[],
  idOf: (row: Row) => string,
): { rows: DisplayedRow<Row>[]; heldBack: number } {
  const newest = new Map(next.map((row) => [idOf(row), row]));
  const onScreen = new Set(displayed.map(({ row }) => idOf(row)));
  const kept = displayed.map(({ row }) => {
    const current = newest.get(idOf(row));
    return current === undefined ? { row, isGone: true } : { row: current, isGone: false };
  });
  const lastKnown = next.findLastIndex((row) => onScreen.has(idOf(row)));
  const appended = next.slice(lastKnown + 1).map((row) => ({ row, isGone: false }));
  const stillThere = kept.filter(({ isGone }) => !isGone).length;
  return {
    rows: [...kept, ...appended],
    heldBack: next.length - stillThere - appended.length,
  };
}
