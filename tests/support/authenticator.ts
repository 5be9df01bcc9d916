import { Secret, TOTP } from "otpauth/slim";
import { PERIOD_SECONDS } from "#domain/accounts/secondFactor";

/** The secret of RFC 6238, appendix B: the ASCII text 12345678901234567890. */
export const APP_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/**
 * The code that an authenticator app shows.
 *
 * @param steps time steps of 30 s after `now`; negative for earlier codes
 */
export function appCode(secret = APP_SECRET, steps = 0, now = Date.now()): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return totp.generate({ timestamp: now + steps * PERIOD_SECONDS * 1000 });
}
