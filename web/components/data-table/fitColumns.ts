/** The properties of a column that determine its width. */
export type SizedColumn = {
  readonly id: string;
  /** The width that shows its values in full, or the width set by the reader, px. */
  readonly widthPx: number;
  /** Pinned to an edge of the table. */
  readonly isFixed: boolean;
  /** The reader has set its width. */
  readonly isSized: boolean;
  /**
   * Gets no share of spare space, for example checkboxes and buttons; nor do columns sized by the
   * reader.
   */
  readonly isRigid: boolean;
};

/** Space that pinned columns leave for the columns that scroll between them, px. */
const SCROLLED_PX = 120;

/**
 * Returns the widths of all columns, px, by id. Spare space is distributed in proportion to the
 * widths; with too little space every column keeps its width, and the table scrolls sideways.
 */
export function fitColumns(
  columns: readonly SizedColumn[],
  roomPx: number,
): ReadonlyMap<string, number> {
  const sized = withinRoom(columns, roomPx);
  let neededPx = 0;
  let growingPx = 0;
  for (const column of sized) {
    neededPx += column.widthPx;
    if (mayGrow(column)) growingPx += column.widthPx;
  }
  const growth = growingPx > 0 ? 1 + Math.max(0, roomPx - neededPx) / growingPx : 1;
  return new Map(
    sized.map((column) => [column.id, column.widthPx * (mayGrow(column) ? growth : 1)] as const),
  );
}

/** Shrinks pinned columns that the reader made so wide that they would cover all others. */
function withinRoom(columns: readonly SizedColumn[], roomPx: number): readonly SizedColumn[] {
  const fixedPx = columns.reduce((sum, { isFixed, widthPx }) => sum + (isFixed ? widthPx : 0), 0);
  const isMeasured = roomPx > 0;
  const excessPx = fixedPx + SCROLLED_PX - roomPx;
  if (!isMeasured || excessPx <= 0) return columns;
  return columns.map((column) =>
    column.isFixed && column.isSized
      ? { ...column, widthPx: Math.max(SCROLLED_PX, column.widthPx - excessPx) }
      : column,
  );
}

const mayGrow = ({ isRigid, isSized }: SizedColumn) => !isRigid && !isSized;
