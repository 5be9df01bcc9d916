/**
 * The server's time, by the dates of its answers: ages and days over a limit are counted from the
 * server's dates, and this computer's clock may be wrong.
 */
import { clockDifference, isOtherDifference } from "#domain/common/clockDifference";

let aheadMs = 0;

/** The server's time, epoch ms; this computer's clock until the first answer. */
export const serverNow = (): number => Date.now() + aheadMs;

/** Compares the clocks by an answer that came just now. */
export function compareClocks(answer: Response, askedAt: number): void {
  const difference = clockDifference(answer.headers.get("Date"), askedAt, Date.now());
  if (difference !== null && isOtherDifference(aheadMs, difference)) aheadMs = difference;
}
