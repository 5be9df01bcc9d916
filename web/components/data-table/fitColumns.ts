/** A column as far as its width goes. */
export type SizedColumn = {
  readonly id: string;
  /** The width in which its values are whole, or that the reader gave it, px. */
  readonly widthPx: number;
  /** Drawn whether or not it fits. */
  readonly isFixed: boolean;
  /** Drawn before others where not all have room. */
  readonly isKept: boolean;
  /**
   * The rows are in the order of its values, as the reader chose or as the list is by itself; null
   * for all other columns.
   */
  readonly order: "chosen" | "own" | null;
  /** The reader gave it its width. */
  readonly isSized: boolean;
  /** Takes no share of spare room, as a checkbox or buttons; nor does what the reader sized. */
  readonly isRigid: boolean;
};

/**
 * Chooses the columns that fit whole into `roomPx`, with the width of each: fixed ones always, then
 * the one that the reader sorted by, kept ones, those that the reader sized, the one of the list's
 * own order, and the others in theirs. Spare room is shared in proportion to the widths.
 *
 * @returns widths by column id, px; a column without a width is not drawn
 */
export function fitColumns(
  columns: readonly SizedColumn[],
  roomPx: number,
): ReadonlyMap<string, number> {
  const drawn = new Set<SizedColumn>();
  let leftPx = roomPx;
  const sized = withinRoom(columns, roomPx);
  for (const column of [...sized].sort((one, other) => rank(one) - rank(other))) {
    if (!column.isFixed && column.widthPx > leftPx) continue;
    drawn.add(column);
    leftPx -= column.widthPx;
  }
  const growing = [...drawn].filter(mayGrow);
  const growingPx = growing.reduce((sum, { widthPx }) => sum + widthPx, 0);
  const growth = growingPx > 0 ? 1 + Math.max(0, leftPx) / growingPx : 1;
  return new Map(
    sized
      .filter((column) => drawn.has(column))
      .map((column) => [column.id, column.widthPx * (mayGrow(column) ? growth : 1)]),
  );
}

/** Narrows what is always drawn and the reader made wider than there is room for in this window. */
function withinRoom(columns: readonly SizedColumn[], roomPx: number): readonly SizedColumn[] {
  const fixedPx = columns.reduce((sum, { isFixed, widthPx }) => sum + (isFixed ? widthPx : 0), 0);
  const isMeasured = roomPx > 0;
  if (!isMeasured || fixedPx <= roomPx) return columns;
  return columns.map((column) =>
    column.isFixed && column.isSized
      ? { ...column, widthPx: Math.max(0, column.widthPx - (fixedPx - roomPx)) }
      : column,
  );
}

const mayGrow = ({ isRigid, isSized }: SizedColumn) => !isRigid && !isSized;

/** Returns the place of a column in the order in which columns get room. */
function rank({ isFixed, isKept, isSized, order }: SizedColumn): number {
  if (isFixed) return 0;
  if (order === "chosen") return 1;
  if (isKept) return 2;
  if (isSized) return 3;
  return order === "own" ? 4 : 5;
}
