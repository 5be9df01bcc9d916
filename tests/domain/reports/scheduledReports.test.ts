import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FREQUENCIES, nextDue } from "#domain/reports/scheduledReports";
import { property } from "../../support/property";

const at = (text: string) => Date.parse(`${text}Z`);
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);

describe("a scheduled report", () => {
  test.each([
    ["daily", "2026-11-22T05:59", "2026-11-22T06:00"],
    ["daily", "2026-11-22T06:00", "2026-11-23T06:00"],
    ["weekly", "2026-11-22T20:00", "2026-11-23T06:00"], // a Sunday
    ["weekly", "2026-11-23T05:00", "2026-11-23T06:00"],
    ["weekly", "2026-11-23T06:00", "2026-11-30T06:00"],
    ["monthly", "2026-12-01T05:00", "2026-12-01T06:00"],
    ["monthly", "2026-12-01T06:00", "2027-01-01T06:00"],
    ["monthly", "2027-01-31T12:00", "2027-02-01T06:00"],
  ] as const)("%s, after %s, is due at %s", (frequency, now, due) => {
    expect(iso(nextDue(frequency, at(now)))).toBe(due);
  });

  property([fc.constantFrom(...FREQUENCIES), fc.integer({ min: 0, max: 4e12 })])(
    "is due again after each time, at 06:00 UTC, and never more than a month later",
    (frequency, now) => {
      const due = nextDue(frequency, now);
      expect(due).toBeGreaterThan(now);
      expect(due - now).toBeLessThanOrEqual(31 * 86_400_000);
      expect(iso(due).slice(-5)).toBe("06:00");
    },
  );
});
