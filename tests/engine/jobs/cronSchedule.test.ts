import { describe, expect, test } from "vitest";
import { parseSchedule } from "../../../engine/jobs/cronSchedule";

const at = (text: string) => Date.parse(`${text}Z`);
const cron = (expression: string) => parseSchedule("job", { type: "cron", cron: expression });

describe("the next run of a cron expression, in UTC", () => {
  test.each([
    ["*/15 * * * *", "2026-01-05T12:00", "2026-01-05T12:15"],
    ["0 9 * * mon-fri", "2026-01-09T09:00", "2026-01-12T09:00"], // Friday -> Monday
    ["30 3 1 * *", "2026-01-05T12:00", "2026-02-01T03:30"],
    ["0 0 29 2 *", "2026-01-01T00:00", "2028-02-29T00:00"],
    ["0 0 * jan,jul *", "2026-01-31T00:00", "2026-07-01T00:00"],
    ["0 12 13 * 5", "2026-01-05T12:00", "2026-01-09T12:00"], // the 13th or a Friday
    ["5 0 * * 7", "2026-01-05T12:00", "2026-01-11T00:05"], // 7 is Sunday too
    ["10-30/10 8 * * *", "2026-01-05T08:10", "2026-01-05T08:20"],
  ])("the next run of '%s' after %s is %s", (expression, from, next) => {
    expect(new Date(cron(expression).after(at(from)))).toEqual(new Date(at(next)));
  });

  test("the next run of a cron job is strictly later than the given time", () => {
    expect(cron("0 * * * *").after(at("2026-01-05T12:00:00.001"))).toBe(at("2026-01-05T13:00"));
  });

  test.each([
    "* * * *",
    "61 * * * *",
    "* * * * someday",
    "*/0 * * * *",
    "5-1 * * * *",
    "0 0 L * *",
  ])("the cron expression %s is refused with the job's name", (expression) => {
    expect(() => cron(expression)).toThrow(`Cron job "job" has the schedule "${expression}"`);
  });

  test("a cron expression for a day that does not exist is refused", () => {
    expect(() => cron("0 0 31 2 *")).toThrow("no such day exists");
  });
});

test("daily, weekly and monthly jobs run at their time", () => {
  const from = at("2026-01-05T12:00"); // a Monday
  const next = (schedule: Parameters<typeof parseSchedule>[1]) =>
    new Date(parseSchedule("job", schedule).after(from)).toISOString();
  expect(next({ type: "daily", hourUTC: 3, minuteUTC: 30 })).toBe("2026-01-06T03:30:00.000Z");
  expect(next({ type: "weekly", dayOfWeek: "wednesday", hourUTC: 1, minuteUTC: 0 })).toBe(
    "2026-01-07T01:00:00.000Z",
  );
  expect(next({ type: "monthly", day: 31, hourUTC: 0, minuteUTC: 0 })).toBe(
    "2026-01-31T00:00:00.000Z",
  );
  expect(next({ type: "hourly", minuteUTC: 59 })).toBe("2026-01-05T12:59:00.000Z");
});

test("an hourly job without a minute keeps its own minute", () => {
  const schedule = parseSchedule("tidy up", { type: "hourly" });
  const first = schedule.after(at("2026-01-05T12:00"));
  expect(schedule.after(first)).toBe(first + 3_600_000);
});

test("an interval job runs immediately, then every period", () => {
  const schedule = parseSchedule("job", { type: "interval", minutes: 5 });
  expect(schedule.first(1_000)).toBe(1_000);
  expect(schedule.after(1_000)).toBe(301_000);
});
