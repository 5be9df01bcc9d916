/** A column as far as its width goes. */
export type SizedColumn = {
  readonly id: string;
  /** The width in which its values are whole, or that the reader gave it, px. */
  readonly widthPx: number;
  /** Drawn whether or not it fits. */
  readonly isFixed: boolean;
  /** Drawn before others where not all have room. */
  readonly isKept: boolean;
  /** Takes no share of spare room: a checkbox, buttons, or as wide as the reader made it. */
  readonly isRigid: boolean;
};

/**
 * Chooses the columns that fit whole into `roomPx`, with the width of each: fixed ones always, then
 * kept ones, then the others in their order. Spare room is shared in proportion to the widths.
 *
 * @returns widths by column id, px; a column without a width is not drawn
 */
export function fitColumns(
  columns: readonly SizedColumn[],
  roomPx: number,
): ReadonlyMap<string, number> {
  const drawn = new Set<SizedColumn>();
  let leftPx = roomPx;
  for (const column of [...columns].sort((one, other) => rank(one) - rank(other))) {
    if (!column.isFixed && column.widthPx > leftPx) continue;
    drawn.add(column);
    leftPx -= column.widthPx;
  }
  const growingPx = [...drawn].reduce(
    (sum, { widthPx, isRigid }) => sum + (isRigid ? 0 : widthPx),
    0,
  );
  const growth = growingPx > 0 ? 1 + Math.max(0, leftPx) / growingPx : 1;
  return new Map(
    columns
      .filter((column) => drawn.has(column))
      .map(({ id, widthPx, isRigid }) => [id, isRigid ? widthPx : widthPx * growth]),
  );
}

/** Returns the place of a column in the order in which columns get room. */
function rank({ isFixed, isKept }: SizedColumn): number {
  if (isFixed) return 0;
  return isKept ? 1 : 2;
}
