/** The properties of a column that determine its width. */
export type SizedColumn = {
  readonly id: string;
  /** The width that shows its values in full, or the width set by the reader, px. */
  readonly widthPx: number;
  /** Preferred width, px; in less space it shows shorter values. */
  readonly roomyPx?: number | undefined;
  /** Drawn even if it does not fit. */
  readonly isFixed: boolean;
  /** Drawn with priority if not all columns fit. */
  readonly isKept: boolean;
  /**
   * Set if the rows are sorted by this column: by the reader's choice, or in the list's own order.
   */
  readonly order: "chosen" | "own" | null;
  /** The reader has set its width. */
  readonly isSized: boolean;
  /**
   * Gets no share of spare space, for example checkboxes and buttons; nor do columns sized by the
   * reader.
   */
  readonly isRigid: boolean;
};

/**
 * Selects the columns that fit completely into `roomPx`, and their widths. Priority: fixed columns,
 * which are always drawn; the column sorted by the reader; kept ones; those sized by the reader;
 * the column of the list's own order; and all others in their order. Once the first of the others
 * is drawn, or none fits, columns with a preferred width grow to it. The remaining space is
 * distributed in proportion to the widths.
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

/** Shrinks fixed columns that the reader made wider than the available space. */
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

/** Rank of columns without priority. */
const OTHERS = 5;

/** Returns a column's rank in the allocation of space; lower ranks first. */
function rank({ isFixed, isKept, isSized, order }: SizedColumn): number {
  if (isFixed) return 0;
  if (order === "chosen") return 1;
  if (isKept) return 2;
  if (isSized) return 3;
  return order === "own" ? 4 : OTHERS;
}
