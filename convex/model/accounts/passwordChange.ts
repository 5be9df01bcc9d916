/** Changes the password of a person who is signed in and knows the current one. */
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

/**
 * Uses up an attempt to enter the current password.
 *
 * @returns how long to wait; or the hash to compare the entered password with, and the place of a
 *   signed-in person in the hashing queue
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
 * Sets the new password, ends the person's other sessions, forgets known browsers except the
 * caller's, and mails the owner, so that someone who found the screen unlocked cannot do this
 * unnoticed.
 *
 * @param compared the hash that the current password was compared with
 * @param revokesTokens whether to revoke the caller's API tokens too
 * @returns false if the password has changed meanwhile
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
