/** Largest difference that is ignored, ms: an answer's date has whole seconds and arrives late. */
const TOLERATED_MS = 3_000;

/**
 * Returns how far the server's clock is ahead of this device's, ms; 0 if both agree, null for an
 * answer without a date.
 *
 * @param stated the answer's `Date` header
 * @param askedAt when it was asked for, and `answeredAt` when it came, by this device's clock
 */
export function clockDifference(
  stated: string | null,
  askedAt: number,
  answeredAt: number,
): number | null {
  const at = Date.parse(stated ?? "");
  if (Number.isNaN(at)) return null;
  const difference = at - (askedAt + answeredAt) / 2;
  return Math.abs(difference) > TOLERATED_MS ? difference : 0;
}

/** True if a new difference is another one, not the same with a later answer. */
export function isOtherDifference(known: number, next: number): boolean {
  return next === 0 ? known !== 0 : Math.abs(next - known) > TOLERATED_MS;
}
