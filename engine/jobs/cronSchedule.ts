import type { CronScheduleJson } from "../functions/loading/loader";

/** Times at which a cron job runs, in UTC. */
export interface CronSchedule {
  /** Epoch ms of the first run of a job that has never run. */
  first(now: number): number;
  /** Epoch ms of the next run strictly after `time`. */
  after(time: number): number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SEARCHED_DAYS = 8 * 366; // 29 February may be eight years away
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
// oxfmt-ignore
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/**
 * Parses one entry of `crons.ts`.
 *
 * @param name of the job; its characters determine the minute when the schedule names none, which
 *   spreads such jobs over the hour
 * @throws Error naming the job and the invalid part of its schedule
 */
export function parseSchedule(name: string, schedule: CronScheduleJson): CronSchedule {
  switch (schedule.type) {
    case "interval": {
      const { seconds = 0, minutes = 0, hours = 0 } = schedule;
      const periodMs = seconds * 1000 + minutes * MINUTE_MS + hours * HOUR_MS;
      return { first: (now) => now, after: (time) => time + periodMs };
    }
    case "hourly":
      return parseCron(name, `${minuteOf(name, schedule)} * * * *`);
    case "daily":
      return parseCron(name, `${minuteOf(name, schedule)} ${schedule.hourUTC} * * *`);
    case "weekly": {
      const day = schedule.dayOfWeek.slice(0, 3);
      return parseCron(name, `${minuteOf(name, schedule)} ${schedule.hourUTC} * * ${day}`);
    }
    case "monthly":
      return parseCron(name, `${minuteOf(name, schedule)} ${schedule.hourUTC} ${schedule.day} * *`);
    case "cron":
      return parseCron(name, schedule.cron);
    default:
      schedule satisfies never;
      throw new Error(`Cron job "${name}" has an unknown kind of schedule.`);
  }
}

function minuteOf(name: string, { minuteUTC }: { minuteUTC?: number }): number {
  return minuteUTC ?? [...name].reduce((sum, char) => sum + char.charCodeAt(0), 0) % 60;
}

/**
 * Parses a cron expression of five fields: minute, hour, day of month, month, day of week. A field
 * may have lists, ranges, steps and names: "0,30 8-18 * * mon-fri", "5-59/15 * * * *".
 */
function parseCron(name: string, expression: string): CronSchedule {
  const fields = expression.trim().split(/\s+/);
  if (fields.length !== 5) throw invalid(name, expression, "it needs five fields");
  const field = (index: number, min: number, max: number, names: string[] = []) => {
    try {
      return parseField(fields[index] ?? "", min, max, names);
    } catch (error) {
      throw invalid(name, expression, (error as Error).message);
    }
  };
  const minutes = field(0, 0, 59);
  const hours = field(1, 0, 23);
  const daysOfMonth = field(2, 1, 31);
  const months = field(3, 1, 12, ["", ...MONTHS]);
  const daysOfWeek = field(4, 0, 7, DAYS).map((day) => day % 7);
  // As in cron: when both a day of the month and a day of the week are given, either one matches.
  const either = fields[2] !== "*" && fields[4] !== "*";

  const runsOn = (day: Date): boolean => {
    if (!months.includes(day.getUTCMonth() + 1)) return false;
    const ofMonth = daysOfMonth.includes(day.getUTCDate());
    const ofWeek = daysOfWeek.includes(day.getUTCDay());
    return either ? ofMonth || ofWeek : ofMonth && ofWeek;
  };
  const after = (time: number): number => {
    const today = Math.floor(time / DAY_MS) * DAY_MS;
    for (let day = today; day < today + SEARCHED_DAYS * DAY_MS; day += DAY_MS) {
      if (!runsOn(new Date(day))) continue;
      for (const hour of hours) {
        for (const minute of minutes) {
          const run = day + hour * HOUR_MS + minute * MINUTE_MS;
          if (run > time) return run;
        }
      }
    }
    throw invalid(name, expression, "no such day exists");
  };
  after(0); // refuses 31 February now instead of when it is due
  return { first: after, after };
}

/** Parses one field into its values, ascending. @throws Error */
function parseField(field: string, min: number, max: number, names: string[]): number[] {
  const values = new Set<number>();
  for (const part of field.toLowerCase().split(",")) {
    const [range = "", stepText = "1"] = part.split("/");
    const step = Number(stepText);
    const [first, last = part.includes("/") ? String(max) : first] =
      range === "*" ? [String(min), String(max)] : range.split("-");
    const from = numberOf(first ?? "", names);
    const to = numberOf(last ?? "", names);
    const isValid = from >= min && to <= max && from <= to && Number.isInteger(step) && step > 0;
    if (!isValid) throw new Error(`"${part}" is not understood`);
    for (let value = from; value <= to; value += step) values.add(value);
  }
  return [...values].sort((a, b) => a - b);
}

function numberOf(text: string, names: string[]): number {
  if (/^\d+$/.test(text)) return Number(text);
  return text === "" ? NaN : names.indexOf(text);
}

function invalid(name: string, expression: string, what: string): Error {
  return new Error(`Cron job "${name}" has the schedule "${expression}": ${what}.`);
}
