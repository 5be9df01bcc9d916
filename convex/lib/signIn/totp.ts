import { Secret, TOTP } from "otpauth/slim";
import { CODE_DIGITS, PERIOD_SECONDS } from "#domain/accounts/secondFactor";

const PERIOD_MS = PERIOD_SECONDS * 1000;

/** Steps by which a phone's clock may be wrong, in either direction (RFC 6238, section 5.2). */
const TOLERANCE = 1;

/**
 * Finds the time step that a code of the authenticator app belongs to. The caller stores it: a code
 * must be later than the last one that was accepted, so none is accepted twice (RFC 6238, 5.2).
 *
 * @param secret in base32
 * @param lastStep the last accepted step
 * @param now the server's clock, epoch ms
 * @returns null for a wrong, repeated or earlier code
 */
export function acceptedStep(
  { secret, lastStep }: { secret: string; lastStep: number },
  code: string,
  now: number,
): number | null {
  const totp = new TOTP({
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: CODE_DIGITS,
    period: PERIOD_SECONDS,
  });
  const present = Math.floor(now / PERIOD_MS);
  for (let step = present - TOLERANCE; step <= present + TOLERANCE; step++) {
    if (step <= lastStep) continue;
    if (totp.validate({ token: code, timestamp: step * PERIOD_MS, window: 0 }) === 0) return step;
  }
  return null;
}
