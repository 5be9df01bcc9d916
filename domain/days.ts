import { DAY_MS } from "./durations";

/**
 * Returns the number of the UTC day that `at` (epoch ms) falls in; day 0 is January 1, 1970. Kept
 * figures end with the UTC day, because a company's people live in many time zones.
 */
export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}
