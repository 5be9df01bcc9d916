import { MINUTE_MS } from "../common/durations";

/**
 * Times in transit as a histogram, so that the times of many days and people can be added up and
 * still have a median. Each bucket is a tenth wider than the one before it.
 */

const GROWTH = 1.1;

/** Number of transfers in each bucket, under the bucket's number as text. */
export type TransitTimes = Readonly<Record<string, number>>;

/** Returns the bucket of a time: 0 below 1.1 minutes, 76 for a day. @param ms 0 or more */
export function timeBucket(ms: number): number {
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
 * Returns the median in ms, at most 5 % from the exact one; null without times. Of an even number
 * of times it is the lower of the two in the middle.
 */
export function medianTime(times: TransitTimes): number | null {
  const middle = Math.ceil(countTimes(times) / 2);
  const buckets = Object.keys(times)
    .map(Number)
    .sort((one, other) => one - other);
  let reached = 0;
  for (const each of buckets) {
    reached += times[each] ?? 0;
    if (reached >= middle) return MINUTE_MS * GROWTH ** (each + 0.5);
  }
  return null;
}
