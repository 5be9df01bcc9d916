import { passwordChangedMail } from "#domain/mail/mailTemplates";
import type { Doc } from "../../_generated/dataModel";
import type { UserMutationCtx } from "../../lib/functions";
import { settings } from "../../config";
import type { Place } from "../../lib/turns";
import * as Accounts from "./accounts";
import * as ApiTokens from "../access/apiTokens";
import * as KnownClients from "../access/knownClients";
import * as Mail from "../mail/mail";
import * as Sessions from "../access/sessions";
import * as Throttle from "../access/throttle";

/** Changes the password of somebody who is signed in and knows the present one. */

/**
 * Uses up an attempt to enter the current password.
 *
 * @returns how long to wait; or the hash that the current password is compared with, and the place
 *   of a signed-in person among those whose passwords are hashed
 */
export async function begin(
  ctx: UserMutationCtx,
  now: number,
): Promise<{ waitMs: number } | { waitMs: null; secret: string | null; place: Place }> {
  const waitMs = await Throttle.takeForSession(ctx, ctx.sessionId, now);
  if (waitMs !== null) return { waitMs };
  const account = await Accounts.getByEmail(ctx, ctx.actor.email);
  const uid = ctx.actor._id;
  const place = { rank: "knownBrowser", line: uid, site: uid } as const;
  return { waitMs, secret: account?.secret ?? null, place };
}

/**
 * Sets the new password, ends the other sessions, forgets the known browsers but the caller's, and
 * mails the owner: whoever sits at an open screen must not do this unnoticed.
 *
 * @param compared the hash that the current password was compared with
 * @param revokesTokens whether the caller's API tokens end as well
 * @returns false when the password was changed meanwhile
 */
export async function apply(
  ctx: UserMutationCtx,
  {
    compared,
    secret,
    browser,
    revokesTokens,
  }: { compared: string; secret: string; browser?: string; revokesTokens: boolean },
  now: number,
): Promise<boolean> {
  const { email }: Doc<"users"> = ctx.actor;
  const account = await Accounts.getByEmail(ctx, email);
  if (account?.secret !== compared) return false;
  await Accounts.setSecret(ctx, account, secret);
  await Sessions.endOthers(ctx);
  const caller = await KnownClients.identify(ctx, email, browser, now);
  await KnownClients.forgetAll(ctx, email);
  await KnownClients.remember(ctx, email, caller, now);
  const revoked = revokesTokens ? await ApiTokens.revokeAll(ctx) : [];
  await Mail.queue(ctx, email, passwordChangedMail(settings(), revoked), { now });
  return true;
}
