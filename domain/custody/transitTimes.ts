/**
 * Transit times as a histogram, so that times of many days and people can be added up and still
 * have a median. Each bucket is 10 % wider than the previous one.
 */
import { MINUTE_MS } from "../common/durations";

const GROWTH = 1.1;

/** Number of transfers per bucket, keyed by the bucket number as text. */
export type TransitTimes = Readonly<Record<string, number>>;

/**
 * Returns the bucket of a duration: 0 below 1.1 minutes, 76 for a day.
 *
 * @param ms 0 or more
 */
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
 * Returns the median in ms, within 5 % of the exact value; null if there are no times. For an even
 * number of times, the lower of the two middle ones.
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
