import { MAX_PASSWORD_LENGTH } from "#domain/common/password";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { signInSettings } from "../../config";
import { appError, passwordsBusy, tooManyAttempts } from "../errors";
import type { Place } from "../turns";

/**
 * Checks the current password of the caller, who is signed in: another person may have found the
 * screen unlocked. Uses up one of the session's attempts.
 *
 * @param field the input that PASSWORD_WRONG names
 * @returns the hash that the password was compared with, which must still be the account's when the
 *   caller writes; and their place in the hashing queue
 * @throws PASSWORDS_OFF, NOT_SIGNED_IN, DISABLED, TOO_MANY_ATTEMPTS, PASSWORDS_BUSY, PASSWORD_WRONG
 */
export async function requireCurrentPassword(
  ctx: ActionCtx,
  password: string,
  field: string,
): Promise<{ compared: string; place: Place }> {
  if (!signInSettings().allowsPasswords) throw appError("PASSWORDS_OFF");
  const begun = await ctx.runMutation(internal.profile.beginPasswordChange, {});
  if (begun.waitMs !== null) throw tooManyAttempts(begun.waitMs);
  const wrong = appError("PASSWORD_WRONG", {}, field);
  if (password.length > MAX_PASSWORD_LENGTH) throw wrong;
  const { secret: compared, place } = begun;
  const given = { password, secret: compared, place };
  const isRight = await ctx.runAction(internal.passwords.verify, given);
  if (isRight === null) throw passwordsBusy();
  if (compared === null || !isRight) throw wrong;
  return { compared, place };
}
