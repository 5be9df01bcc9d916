import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDate, isTimeZone } from "#domain/common/dates";
import { digestAfter, digestAfterRun, nextDigestAt } from "#domain/inbox/digestTime";
import { DAY_MS } from "#domain/common/durations";
import { property } from "../../support/property";

const ZONES = ["UTC", "America/Sao_Paulo", "Europe/Lisbon", "Asia/Kolkata", "Pacific/Auckland"];
const anyMoment = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2028, 0) });

const clockIn = (timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "medium", dateStyle: "short" });

property([anyMoment, fc.constantFrom(...ZONES)], { numRuns: 500 })(
  "the next digest is at 08:00 of the reader's clock, and no 08:00 is skipped",
  (after, zone) => {
    const at = nextDigestAt(after, zone);
    expect(clockIn(zone).format(at)).toMatch(/08:00:00$/);
    expect(at).toBeGreaterThan(after);
    // The previous one is 23, 24 or 25 hours earlier, and not after `after`.
    const before = [23, 24, 25].map((hours) => at - (hours / 24) * DAY_MS);
    const [previous = 0] = before.filter((each) => /08:00:00$/.test(clockIn(zone).format(each)));
    expect(previous).toBeLessThanOrEqual(after);
  },
);

property([anyMoment, fc.array(fc.constantFrom(...ZONES), { minLength: 2, maxLength: 9 })], {
  numRuns: 300,
})("a person who travels receives no two digests within 23 hours", (start, zones) => {
  let at = start;
  for (const zone of zones) {
    const next = digestAfter(at, zone);
    expect(next - at).toBeGreaterThanOrEqual((23 / 24) * DAY_MS);
    expect(next - at).toBeLessThanOrEqual(2 * DAY_MS);
    at = next;
  }
});

/** Minutes by which a digest is late, mostly within the same day. */
const anyLateness = fc.oneof(
  fc.integer({ min: 0, max: 12 * 60 - 1 }),
  fc.integer({ min: 12 * 60, max: 50 * 60 }),
);

property([anyMoment, fc.constantFrom(...ZONES), fc.array(anyLateness, { maxLength: 9 })], {
  numRuns: 500,
})("a late digest skips no following morning, and no day has two", (start, zone, latenesses) => {
  const dayIn = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  let due = nextDigestAt(start, zone);
  for (const minutes of latenesses) {
    const ranAt = due + minutes * 60_000;
    const next = digestAfterRun(due, ranAt, zone);
    expect(dayIn.format(next) > dayIn.format(ranAt)).toBe(true);
    if (minutes < 12 * 60) expect(next).toBe(nextDigestAt(due, zone));
    due = next;
  }
});

test("only time zones in which dates can be computed are accepted", () => {
  formatDate(0); // its formatter, of no zone, is none of the zone ""
  expect(ZONES.every(isTimeZone)).toBe(true);
  expect(["", "Mars/Olympus", "America/São Paulo"].some(isTimeZone)).toBe(false);
});
