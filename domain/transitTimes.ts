/**
 * Times in transit, counted in classes so that the times of many days and people can be added up
 * and still have a median. A class is a tenth longer than the one before.
 */

const MINUTE_MS = 60_000;
const GROWTH = 1.1;

/** Number of transfers by class, under the class's number as text. */
export type TransitTimes = Readonly<Record<string, number>>;

/** Returns the class of a time: 0 below 1.1 minutes, 76 for a day. @param ms 0 or more */
export function timeClass(ms: number): number {
  return Math.floor(Math.log(Math.max(1, ms / MINUTE_MS)) / Math.log(GROWTH));
}

export function addTimes(left: TransitTimes, right: TransitTimes): TransitTimes {
  const added: Record<string, number> = { ...left };
  for (const [name, count] of Object.entries(right)) added[name] = (added[name] ?? 0) + count;
  return added;
}

export function countTimes(times: TransitTimes): number {
  return Object.values(times).reduce((total, count) => total + count, 0);
}

/**
 * Returns the median, at most 5 % from the exact one; of an even number, the lower of the two in
 * the middle. Null of no times.
 *
 * @returns ms
 */
export function medianTime(times: TransitTimes): number | null {
  const middle = Math.ceil(countTimes(times) / 2);
  const classes = Object.keys(times)
    .map(Number)
    .sort((one, other) => one - other);
  let reached = 0;
  for (const each of classes) {
    reached += times[each] ?? 0;
    if (reached >= middle) return MINUTE_MS * GROWTH ** (each + 0.5);
  }
  return null;
}
