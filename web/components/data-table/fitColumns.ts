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

/** With less than this in sight, a column shows pieces of values, px. */
const LEGIBLE_PX = 80;

/**
 * Returns the widths of all columns, px, by id. Spare space is distributed in proportion to the
 * widths; with too little space every column keeps its width, and the table scrolls sideways. If
 * only a sliver of a column would be in sight then, the columns before it share that space.
 */
export function fitColumns(
  columns: readonly SizedColumn[],
  roomPx: number,
): ReadonlyMap<string, number> {
  const sized = withinRoom(columns, roomPx);
  const { inSight, sparePx } = firstSight(sized, roomPx);
  const growing = inSight.filter(mayGrow);
  const growth = 1 + sparePx / widthOf(growing);
  return new Map(
    sized.map((column) => [column.id, column.widthPx * (growing.includes(column) ? growth : 1)]),
  );
}

/**
 * Returns the columns that are in sight before the table is scrolled, and the space that they leave
 * or that only a sliver of the next column fills, px.
 */
function firstSight(columns: readonly SizedColumn[], roomPx: number) {
  const inSight = columns.filter(({ isFixed }) => isFixed);
  let sparePx = roomPx - widthOf(inSight);
  for (const column of columns) {
    if (column.isFixed) continue;
    if (column.widthPx > sparePx) {
      const isSliver = sparePx > 0 && sparePx < LEGIBLE_PX;
      return { inSight, sparePx: isSliver ? sparePx : 0 };
    }
    inSight.push(column);
    sparePx -= column.widthPx;
  }
  return { inSight, sparePx: Math.max(0, sparePx) };
}

const widthOf = (columns: readonly SizedColumn[]) =>
  columns.reduce((sum, { widthPx }) => sum + widthPx, 0);

/** Shrinks pinned columns that the reader made so wide that they would cover all others. */
function withinRoom(columns: readonly SizedColumn[], roomPx: number): readonly SizedColumn[] {
  const fixedPx = widthOf(columns.filter(({ isFixed }) => isFixed));
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
