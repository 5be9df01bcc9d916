/** A position on the screen, px. */
export type Point = { readonly x: number; readonly y: number };

/** Unit vectors of the arrow keys. */
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
/** Weight of the distance perpendicular to the key's direction. */
const OFF_WEIGHT = 2;

/**
 * Returns the index of the point that an arrow key leads to from `from`: the nearest one within 45°
 * of the key's direction, preferring points straight ahead. Null for other keys, and if there is no
 * such point.
 */
export function neighbour(points: readonly Point[], from: Point, key: string): number | null {
  const step = ARROWS[key];
  if (step === undefined) return null;
  const distances = points.map(({ x, y }) => {
    const ahead = (x - from.x) * step.x + (y - from.y) * step.y;
    const off = Math.abs((x - from.x) * step.y) + Math.abs((y - from.y) * step.x);
    return ahead > 0 && off <= ahead ? ahead + OFF_WEIGHT * off : Infinity;
  });
  return indexOfLeast(distances);
}

/** Returns the index of the point nearest to `to`; null if there are no points. */
export function nearest(points: readonly Point[], to: Point): number | null {
  return indexOfLeast(points.map(({ x, y }) => Math.hypot(x - to.x, y - to.y)));
}

function indexOfLeast(values: readonly number[]): number | null {
  const least = values.reduce((one, other) => Math.min(one, other), Infinity);
  return least === Infinity ? null : values.indexOf(least);
}
