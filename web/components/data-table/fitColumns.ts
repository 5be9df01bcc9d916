/** A column as far as its width goes. */
export type SizedColumn = {
  readonly id: string;
  /** The width in which its values are whole, or that the reader gave it, px. */
  readonly widthPx: number;
  /** The width that it would rather have, px; with less, it shows its values in a shorter way. */
  readonly roomyPx?: number | undefined;
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
 * own order, and the others in theirs. Once the first of those others is drawn, or none fits, roomy
 * columns take their room. What is left is shared in proportion to the widths.
 *
 * @returns widths by column id, px; a column without a width is not drawn
 */
export function fitColumns(
  columns: readonly SizedColumn[],
  roomPx: number,
): ReadonlyMap<string, number> {
  const drawn = new Map<SizedColumn, number>();
  let leftPx = roomPx;
  const takeRoom = () => {
    for (const [column, widthPx] of drawn) {
      const morePx = Math.min((column.roomyPx ?? widthPx) - widthPx, leftPx);
      if (morePx <= 0 || !mayGrow(column)) continue;
      drawn.set(column, widthPx + morePx);
      leftPx -= morePx;
    }
  };
  const sized = withinRoom(columns, roomPx);
  for (const column of [...sized].sort((one, other) => rank(one) - rank(other))) {
    if (!column.isFixed && column.widthPx > leftPx) continue;
    drawn.set(column, column.widthPx);
    leftPx -= column.widthPx;
    if (rank(column) === OTHERS) takeRoom();
  }
  takeRoom();
  let growingPx = 0;
  for (const [column, widthPx] of drawn) growingPx += mayGrow(column) ? widthPx : 0;
  const growth = growingPx > 0 ? 1 + Math.max(0, leftPx) / growingPx : 1;
  return new Map(
    sized.flatMap((column) => {
      const widthPx = drawn.get(column);
      return widthPx === undefined
        ? []
        : [[column.id, widthPx * (mayGrow(column) ? growth : 1)] as const];
    }),
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

/** The place of columns that nothing puts before others. */
const OTHERS = 5;

/** Returns the place of a column in the order in which columns get room. */
function rank({ isFixed, isKept, isSized, order }: SizedColumn): number {
  if (isFixed) return 0;
  if (order === "chosen") return 1;
  if (isKept) return 2;
  if (isSized) return 3;
  return order === "own" ? 4 : OTHERS;
}
