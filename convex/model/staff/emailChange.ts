/**
 * Changes the e-mail of a person, for example after a change of name (docs/product.md, "A corrected
 * e-mail"). Credentials and personal documents change in this one transaction; documents that name
 * the person are updated in batches (model/staff/followAddress.ts).
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { normaliseEmail } from "#domain/common/email";
import { emailChangedMail } from "#domain/mail/mailTemplates";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import { appError } from "../../lib/errors";
import type { AdministratorCtx } from "../../lib/functions";
import * as Absences from "../people/absences";
import * as Accounts from "../accounts/accounts";
import { requireRoom, requireSettled } from "../people/addressMoves";
import * as Audit from "../access/audit";
import * as Counters from "../samples/counters";
import * as DailyFigures from "../samples/dailyFigures";
import * as Digests from "../inbox/digests";
import * as FollowAddress from "./followAddress";
import { ownerOf } from "../people/formerEmails";
import * as Invitations from "../accounts/invitations";
import * as Mail from "../mail/mail";
import * as MailedCodes from "../accounts/mailedCodes";
import * as Recipients from "../people/recipients";
import * as SavedViews from "../lists/savedViews";
import * as Snoozes from "../notifications/snoozes";
import * as StockTakes from "../stockTakes/followEmail";
import * as Supervision from "../people/supervision";
import * as UserWrites from "../accounts/userWrites";
import * as Users from "../people/users";

type Change = {
  /** The person's current e-mail, as typed. */
  readonly email: string;
  readonly newEmail: string;
  readonly reason?: string;
};

/**
 * Changes a person's e-mail. They sign in with the new one immediately, with the same password;
 * their sessions continue. The new address is not verified: the admin vouches for it, and both
 * mailboxes are notified.
 *
 * @throws USER_UNKNOWN, EDITED_MEANWHILE when another admin changed the e-mail first, OWN_EMAIL,
 *   EMAIL_UNCONFIRMED, EMAIL_NOT_COMPANY, EMAIL_TAKEN, EMAIL_FORMER, ADDRESS_MOVING,
 *   ADDRESSES_MOVING, FIGURES_UNDER_WAY
 */
export async function setEmail(ctx: AdministratorCtx, change: Change): Promise<void> {
  const user = await personToChange(ctx, change.email);
  const { email: from } = user;
  const to = normaliseEmail(change.newEmail, settings().companyDomain);
  if (to === null) throw appError("EMAIL_NOT_COMPANY", {}, "newEmail");
  if (to === from) return;
  await requireFree(ctx, user, to);
  await requireSettled(ctx, from);
  await Supervision.requireSettled(ctx, from);
  await requireRoom(ctx);
  await DailyFigures.requireNotBetween(ctx, from, to);

  const now = Date.now();
  await Accounts.removeUnverified(ctx, to, now);
  await Invitations.removeFor(ctx, to);
  await keepAddress(ctx, user, to);
  await UserWrites.setEmail(ctx, user, to, now);
  await Accounts.setEmail(ctx, from, to);
  await MailedCodes.deleteAll(ctx, from, "reset", now);
  await Recipients.rename(ctx, from, to);
  await SavedViews.rename(ctx, from, to);
  await Counters.rename(ctx, from, to);
  await DailyFigures.rename(ctx, from, to);
  await Mail.readdress(ctx, from, to);
  await Digests.rename(ctx, from, to);
  await Snoozes.rename(ctx, from, to);
  await StockTakes.rename(ctx, from, to);
  await Absences.rename(ctx, from, to);
  await FollowAddress.start(ctx, { uid: user._id, from, to });

  const message = emailChangedMail(settings(), { from, to });
  for (const address of [from, to]) await Mail.queue(ctx, address, message, { now });
  const changes = [{ field: "email", from, to }];
  const { reason } = change;
  await Audit.append(ctx, { action: "E-mail Changed", person: from, changes, reason });
}

async function personToChange(ctx: AdministratorCtx, typed: string): Promise<Doc<"users">> {
  const user = await Users.getByTypedEmail(ctx, typed);
  if (user.email !== typed.trim().toLowerCase()) {
    throw appError("EDITED_MEANWHILE", { now: `E-mail is now ${user.email}` });
  }
  if (user._id === ctx.actor?._id) throw appError("OWN_EMAIL");
  if (user.emailVerificationTime === undefined) {
    throw appError("EMAIL_UNCONFIRMED", { email: user.email });
  }
  return user;
}

/**
 * Checks that no other person has or had the address; an unverified sign-up does not block it.
 *
 * @throws EMAIL_TAKEN, EMAIL_FORMER
 */
async function requireFree(ctx: QueryCtx, user: Doc<"users">, email: string): Promise<void> {
  const present = await Users.getByEmail(ctx, email);
  if (present?.emailVerificationTime !== undefined) throw appError("EMAIL_TAKEN", {}, "newEmail");
  const former = await ownerOf(ctx, email);
  if (former !== null && former._id !== user._id) {
    throw appError("EMAIL_FORMER", { email }, "newEmail");
  }
}

/**
 * Adds the person's present address to their former ones, and removes `to` from those if they get
 * it back.
 */
async function keepAddress(ctx: MutationCtx, { _id, email }: Doc<"users">, to: string) {
  const regained = await getOneFrom(ctx.db, "formerEmails", "by_email", to);
  if (regained !== null) await ctx.db.delete("formerEmails", regained._id);
  await ctx.db.insert("formerEmails", { email, uid: _id });
}
