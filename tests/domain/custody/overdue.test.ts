import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY_MS } from "#domain/common/durations";
import { daysOverMaximum, limitReminders, overSince } from "#domain/custody/limits";
import {
  isEscalationDue,
  isOverdue,
  isReminderDue,
  overdueFrom,
  requestReminders,
  REQUEST_STATUSES,
  type Reminders,
} from "#domain/custody/overdue";
import { NO_SAMPLES } from "#domain/custody/statuses";
import { THRESHOLD_DEFAULTS } from "#domain/custody/thresholds";
import { property } from "../../support/property";

const NOW = Date.UTC(2026, 10, 22, 12);
const thresholds = {
  ...THRESHOLD_DEFAULTS,
  trInTransitDays: 2,
  trInReturnDays: 5,
  trOSRequestDays: 7,
  trInTransitDaysRec: 1,
  trInReturnDaysRec: 2,
  trOSRequestDaysRec: 0,
};

describe("a request", () => {
  test("is overdue after the days of its own kind", () => {
    const days = REQUEST_STATUSES.map(
      (status) => (overdueFrom({ status, since: NOW }, thresholds, NOW) - NOW) / DAY_MS,
    );
    expect(days).toEqual([2, 5, 7]);
    expect(isOverdue({ overdueAt: NOW }, NOW)).toBe(true);
    expect(isOverdue({ overdueAt: NOW + 1 }, NOW)).toBe(false);
    expect(isOverdue({}, NOW)).toBe(false);
  });

  test("a request that becomes pending again later is overdue from then on, not from before", () => {
    const request = { status: "In Transit", since: NOW - 9 * DAY_MS } as const;
    expect(overdueFrom(request, thresholds, NOW)).toBe(NOW);
  });

  test("a request that stays overdue keeps its time when thresholds change, or gets a later one", () => {
    // Overdue after two days, by its threshold.
    const request = { status: "In Transit", since: NOW - 9 * DAY_MS } as const;
    const after = (earlier: number) => overdueFrom(request, thresholds, NOW, earlier);
    expect(after(NOW - 5 * DAY_MS)).toBe(NOW - 5 * DAY_MS);
    expect(after(NOW - 8 * DAY_MS)).toBe(NOW - 7 * DAY_MS);
    expect(after(NOW + DAY_MS)).toBe(NOW);
  });

  test("is reminded of as often as the interval of its kind says", () => {
    const every = REQUEST_STATUSES.map(
      (status) => requestReminders(status, NOW, thresholds).everyDays,
    );
    expect(every).toEqual([1, 2, 0]);
  });
});

/** Lists every reminder until `end`, one by one. */
function naiveReminders({ firstAt, everyDays }: Reminders, snoozedUntil: number, end: number) {
  const moments: number[] = [];
  for (let at = firstAt; at <= end; at += everyDays * DAY_MS) {
    if (at >= snoozedUntil) moments.push(at);
    if (everyDays === 0) break;
  }
  if (snoozedUntil >= firstAt && snoozedUntil <= end) moments.push(snoozedUntil);
  return moments;
}

const anyMoment = fc.integer({ min: NOW, max: NOW + 40 * DAY_MS });
const anyReminders = fc.record({ firstAt: anyMoment, everyDays: fc.integer({ min: 0, max: 9 }) });
const anySpans = fc
  .uniqueArray(anyMoment, { minLength: 2, maxLength: 40 })
  .map((ends) => ends.sort((one, other) => one - other));

describe("reminders", () => {
  property([anyReminders, anySpans, fc.option(anyMoment, { nil: -Infinity })], { numRuns: 1000 })(
    "escalate at most once, and not before the second reminder is due",
    (reminders, ends, snoozedUntil) => {
      const moments = naiveReminders(reminders, snoozedUntil, NOW + 40 * DAY_MS);
      for (const [index, until] of ends.slice(1).entries()) {
        const after = ends[index] ?? 0;
        const isTold = moments.some((at) => after < at && at <= until);
        expect(isReminderDue(reminders, { after, until }, snoozedUntil)).toBe(isTold);
      }
    },
  );

  property([anyReminders, anySpans], { numRuns: 1000 })(
    "escalate at most once, and not before the second is due",
    (reminders, ends) => {
      const spans = ends.slice(1).map((until, index) => ({ after: ends[index] ?? 0, until }));
      const escalations = spans.filter((span) => isEscalationDue(reminders, span));
      expect(escalations.length).toBeLessThanOrEqual(1);
      const earliest = reminders.firstAt + Math.max(1, reminders.everyDays) * DAY_MS;
      for (const { until } of escalations) expect(until).toBeGreaterThanOrEqual(earliest);
    },
  );
});

describe("a limit", () => {
  const held = (inUse: number, registered = 0) => ({
    ...NO_SAMPLES,
    "In Use": inUse,
    Registered: registered,
    Returned: 99,
    Lost: 99,
  });
  const limits = { ...THRESHOLD_DEFAULTS, samplmax: 2, trOwnerSamples: 4 };

  test("is exceeded by one sample more; returned and lost samples do not count", () => {
    expect(overSince(held(2, 2), limits, {}, NOW)).toEqual({});
    expect(overSince(held(3, 1), limits, {}, NOW)).toEqual({ inUse: NOW });
    expect(overSince(held(2, 3), limits, {}, NOW)).toEqual({ owned: NOW });
  });

  test("keeps the time it was exceeded at until the count is within it again", () => {
    expect(overSince(held(4), limits, { inUse: NOW - 5 }, NOW)).toEqual({ inUse: NOW - 5 });
    expect(overSince(held(2), limits, { inUse: NOW - 5 }, NOW)).toEqual({});
  });

  test("a limit of samples in use counts the whole days since it was exceeded: samplmaxtrig", () => {
    expect(daysOverMaximum(NOW - 3 * DAY_MS + 1, NOW)).toBe(2);
    expect(daysOverMaximum(NOW - 3 * DAY_MS, NOW)).toBe(3);
    expect(daysOverMaximum(NOW, NOW)).toBe(0);
    expect(daysOverMaximum(NOW + 1, NOW)).toBeUndefined();
    expect(daysOverMaximum(undefined, NOW)).toBeUndefined();
  });

  test("a limit of samples in use is reported after maxsamplstartTime, the other immediately", () => {
    const person = { ...limits, maxsamplstartTime: NOW + DAY_MS };
    expect(limitReminders("inUse", NOW, person)).toEqual({ firstAt: NOW + DAY_MS, everyDays: 1 });
    expect(limitReminders("owned", NOW, person)).toEqual({ firstAt: NOW, everyDays: 3 });
  });
});
