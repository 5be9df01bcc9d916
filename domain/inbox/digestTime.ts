import { DAY_MS } from "../common/durations";

/** Hour of the day at which the digest is sent, in the reader's time zone. */
const DIGEST_HOUR = 8;

/** Time zone of people whose browser has not reported one. */
export const DEFAULT_TIME_ZONE = "UTC";

/**
 * Returns the first 08:00 in `timeZone` after `after`, epoch ms.
 *
 * @throws RangeError for an unknown zone (`isTimeZone` of domain/common/dates.ts)
 */
export function nextDigestAt(after: number, timeZone: string): number {
  const { year, month, day } = wallClock(after, timeZone);
  for (let days = 0; days < 3; days++) {
    const at = momentOf(Date.UTC(year, month - 1, day + days, DIGEST_HOUR), timeZone);
    if (at > after) return at;
  }
  throw new Error(`No 08:00 in ${timeZone} within three days of ${after}`);
}

/** Minimum time between two digests: the day on which clocks go forward has 23 hours. */
const MIN_PAUSE_MS = (23 / 24) * DAY_MS;

/**
 * Returns when the digest after the one at `last` is due: at the first 08:00 in `timeZone` that is
 * at least `MIN_PAUSE_MS` later. So a person who travels west gets no second digest on the same
 * day.
 */
export function digestAfter(last: number, timeZone: string): number {
  return nextDigestAt(last + MIN_PAUSE_MS - 1, timeZone);
}

/** A digest later than this is no longer counted as that morning's. */
const MAX_LATENESS_MS = DAY_MS / 2;

/**
 * Returns when the next digest is due after one that was due at `due`, an 08:00 in `timeZone`, and
 * ran at `ranAt`. If it ran late but on the same day, for example after a server outage, the next
 * one is due the next morning; if it ran even later, the interval starts at `ranAt`.
 */
export function digestAfterRun(due: number, ranAt: number, timeZone: string): number {
  return digestAfter(ranAt - due < MAX_LATENESS_MS ? due : ranAt, timeZone);
}

/**
 * Converts local time to epoch ms.
 *
 * @param wall the local time as if it were UTC, epoch ms
 */
function momentOf(wall: number, timeZone: string): number {
  // The offset of the first guess may be wrong near a daylight saving change.
  const guess = wall - offsetAt(wall, timeZone);
  return wall - offsetAt(guess, timeZone);
}

/** Returns the offset of `timeZone` from UTC at `at`, ms. */
function offsetAt(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = wallClock(at, timeZone);
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return wall - Math.floor(at / 1000) * 1000;
}

type WallClock = Record<"year" | "month" | "day" | "hour" | "minute" | "second", number>;

function wallClock(at: number, timeZone: string): WallClock {
  const parts = formatterIn(timeZone).formatToParts(at);
  const read = (type: keyof WallClock) =>
    Number(parts.find((part) => part.type === type)?.value ?? NaN);
  return {
    year: read("year"),
    month: read("month"),
    day: read("day"),
    hour: read("hour"),
    minute: read("minute"),
    second: read("second"),
  };
}

/** Formatters by zone: creating one takes about 50 µs. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterIn(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}
