import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addTimes,
  countTimes,
  medianTime,
  timeBucket,
  type TransitTimes,
} from "#domain/custody/transitTimes";
import { property } from "../../support/property";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const times = fc.array(fc.integer({ min: MINUTE_MS, max: 400 * DAY_MS }), { minLength: 1 });

const counted = (list: readonly number[]) =>
  list.map((ms) => ({ [timeBucket(ms)]: 1 })).reduce<TransitTimes>(addTimes, {});

property([times, times], { numRuns: 500 })(
  "the median from the histogram is within 5 % of the exact median",
  (one, other) => {
    const all = [...one, ...other].sort((left, right) => left - right);
    const exact = all[Math.ceil(all.length / 2) - 1] ?? 0;
    const added = addTimes(counted(one), counted(other));
    expect(countTimes(added)).toBe(all.length);
    expect(Math.abs((medianTime(added) ?? 0) / exact - 1)).toBeLessThan(0.05);
  },
);

test("the median of no times is null", () => {
  expect(medianTime({})).toBeNull();
});

test("a time below a minute is in the first bucket", () => {
  expect([timeBucket(0), timeBucket(MINUTE_MS)]).toEqual([0, 0]);
});
