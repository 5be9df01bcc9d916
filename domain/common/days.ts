import { DAY_MS } from "./durations";

/**
 * Returns the number of the UTC day that contains `at` (epoch ms); day 0 is January 1, 1970. Daily
 * figures use UTC days, because a company's people live in many time zones.
 */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

/** True for a date that exists, in the form `2026-11-21`. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
