import { DAY_MS } from "./durations";

/**
 * The time that a person is away, and who stands in for them. While it lasts, the stand-in answers
 * what the person is asked (`absenteeOf` of domain/workflow.ts; docs/product.md, "Away").
 */
export type Away = {
  /** Epoch ms. */
  readonly from: number;
  /** Epoch ms; the person is back from then on. */
  readonly until: number;
  /** E-mail. */
  readonly standIn: string;
};

/** True while the person is away. @param now epoch ms */
export function isAway(away: Away | undefined, now: number): away is Away {
  return away !== undefined && away.from <= now && now < away.until;
}

/** A scheduled end lies at most so far ahead. */
const MAX_AHEAD_MS = 366 * DAY_MS;

/** Returns the reason why `away` is no stretch of time that may be entered at `now`, epoch ms. */
export function awayRefusal({ from, until }: Omit<Away, "standIn">, now: number) {
  if (!(until > from)) return "AWAY_DATES";
  return until - now > MAX_AHEAD_MS ? "AWAY_TOO_LONG" : null;
}
