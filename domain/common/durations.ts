import { formatCount } from "./formatCount";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/**
 * Largest unit first. A duration is shown in its largest non-zero unit and the next smaller one.
 */
const UNITS = [
  { minutes: 60 * 24, suffix: "d" },
  { minutes: 60, suffix: "h" },
  { minutes: 1, suffix: "min" },
] as const;

/**
 * `12 d 4 h`, `4 h 12 min`, `12 min`, `< 1 min`: the two largest units, rounded down.
 *
 * @param ms ≥ 0
 */
export function formatDuration(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const first = UNITS.findIndex((unit) => minutes >= unit.minutes);
  if (first < 0) return "< 1 min";
  let remaining = minutes;
  const parts = UNITS.slice(first, first + 2).map(({ minutes: size, suffix }) => {
    const count = Math.floor(remaining / size);
    remaining -= count * size;
    return { count, text: `${formatCount(count)} ${suffix}` };
  });
  return parts
    .filter(({ count }) => count > 0)
    .map(({ text }) => text)
    .join(" ");
}

/** `3 d`, `4 h`, `12 min`, `< 1 min`: the largest unit, rounded down. @param ms ≥ 0 */
export function formatLargestUnit(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const unit = UNITS.find(({ minutes: size }) => minutes >= size);
  if (unit === undefined) return "< 1 min";
  return `${formatCount(Math.floor(minutes / unit.minutes))} ${unit.suffix}`;
}

/** Returns the whole days from `since` to `now`, epoch ms; 0 if `since` is in the future. */
export function daysBetween(since: number, now: number): number {
  return Math.max(0, Math.floor((now - since) / DAY_MS));
}
