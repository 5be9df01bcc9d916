import type { PaginationOptions } from "convex/server";
import { auditChanges } from "#domain/accounts/audit";
import { DAY_MS } from "#domain/common/durations";
import { parseEmail } from "#domain/common/email";
import {
  INVITATION_DAYS,
  invitable,
  MAX_INVITED,
  type InvitationOutcome,
} from "#domain/accounts/invitations";
import { invitationMail } from "#domain/mail/mailTemplates";
import { omitUndefined, pickFields } from "#domain/common/objects";
import type { Settings } from "#domain/people/settings";
import { THRESHOLDS } from "#domain/custody/thresholds";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import { digest } from "../../lib/codes";
import { appError, refusalAsValue } from "../../lib/errors";
import type { AdministratorCtx } from "../../lib/functions";
import * as Audit from "../access/audit";
import { presentEmail, withPresentSupervisor } from "../people/formerEmails";
import * as Mail from "../mail/mail";
import { capPage } from "../common/pages";
import * as UserWrites from "./userWrites";
import * as Users from "../people/users";

/**
 * The only writer of `invitations`, but for former addresses in it (followAddress.ts): addresses
 * that an admin invited and whose people have no account yet, one row each. The row keeps the
 * digest of the link's token; the token itself is in the mail only. Whoever has the token has the
 * mailbox.
 */

export type Invitation = Doc<"invitations">;

/** Stands for the invited person, who has no account: no supervisor has this e-mail. */
const NEWCOMER = { email: "", role: "user" } as const;

/** The settings that a person begins with, as an admin set them beforehand. */
type InitialSettings = Omit<Settings, "disabled">;

/**
 * Invites one address for each token, and mails the links. An address that is invited already gets
 * another link, and keeps the role and supervisor that are not given again; of an expired
 * invitation it keeps nothing once a role is given.
 *
 * @param tokens as many as addresses; drawn by the caller, because a mutation may run twice
 * @throws INVITED_TOO_MANY, and those of `Users.requireSupervisor`
 */
export async function invite(
  ctx: AdministratorCtx,
  {
    emails,
    tokens,
    ...initial
  }: Pick<InitialSettings, "role" | "supervisor"> & {
    emails: readonly string[];
    tokens: readonly string[];
  },
  now: number,
): Promise<{ email: string; outcome: InvitationOutcome }[]> {
  if (emails.length > MAX_INVITED) throw appError("INVITED_TOO_MANY", { max: MAX_INVITED });
  const typed = initial.supervisor;
  const supervisor = typed && (await presentEmail(ctx, parseEmail(typed) ?? ""));
  if (supervisor !== undefined) await Users.requireSupervisor(ctx, NEWCOMER, supervisor);
  const settled = omitUndefined({ role: initial.role, supervisor });
  const results = [];
  for (const [index, typed] of emails.entries()) {
    const token = tokens[index];
    if (token === undefined) throw new Error(`No token for invitation ${index}`);
    const address = invitable(typed, settings().companyDomain);
    if ("outcome" in address) {
      results.push({ email: typed, outcome: address.outcome });
      continue;
    }
    const { email } = address;
    if (settled.role !== undefined) await removeExpired(ctx, email, now);
    results.push({ email, outcome: await inviteOne(ctx, { email, token }, settled, now) });
  }
  return results;
}

/**
 * Invites an address of the company, whose supervisor was checked, unless it has an account. One
 * that is invited already gets another link, and keeps the settings that are not given again.
 */
export async function inviteOne(
  ctx: AdministratorCtx,
  { email, token }: { readonly email: string; readonly token: string },
  given: InitialSettings,
  now: number,
): Promise<"invited" | "again" | "person"> {
  const user = await Users.findByAnyEmail(ctx, email);
  if (user?.emailVerificationTime !== undefined) return "person";
  const earlier = await getByEmail(ctx, email);
  const link = { hash: await hashOf(token), expiresAt: now + INVITATION_DAYS * DAY_MS };
  const by = ctx.actor?.email;
  if (earlier) await ctx.db.patch("invitations", earlier._id, { ...given, ...link });
  else {
    const row = { email, role: "user" as const, ...given, ...link, invitedBy: by, invitedAt: now };
    await ctx.db.insert("invitations", omitUndefined(row));
  }
  const invited = { token, inviter: ctx.actor?.displayName, days: INVITATION_DAYS };
  const { expiresAt } = link;
  const message = invitationMail(settings(), invited);
  await Mail.queue(ctx, email, message, { now, expiresAt, secret: token });
  const changes = auditChanges(earlier ?? {}, given);
  await Audit.append(ctx, { action: "Person Invited", person: email, changes });
  return earlier ? "again" : "invited";
}

/** Changes the settings that an invitation gives. Its link stays good, so no mail is sent. */
export async function amend(
  ctx: AdministratorCtx,
  invitation: Invitation,
  given: InitialSettings,
): Promise<void> {
  await ctx.db.patch("invitations", invitation._id, given);
  const changes = auditChanges(invitation, given);
  await Audit.append(ctx, { action: "Invitation Updated", person: invitation.email, changes });
}

/** Voids an invitation; an address without one changes nothing. */
export async function revoke(ctx: AdministratorCtx, email: string): Promise<void> {
  const invitation = await getByEmail(ctx, email.trim().toLowerCase());
  if (invitation === null) return;
  await ctx.db.delete("invitations", invitation._id);
  await Audit.append(ctx, { action: "Invitation Revoked", person: invitation.email });
}

/** Deletes the invitation of an address; one without changes nothing. */
export async function removeFor(ctx: MutationCtx, email: string): Promise<void> {
  const invitation = await getByEmail(ctx, email);
  if (invitation !== null) await ctx.db.delete("invitations", invitation._id);
}

/** Deletes an expired invitation of an address: another one would keep its settings. */
export async function removeExpired(ctx: MutationCtx, email: string, now: number): Promise<void> {
  if ((await getOpen(ctx, email, now)) === null) await removeFor(ctx, email);
}

/** The settings that an invitation gives. */
const INITIAL_SETTINGS = ["role", "supervisor", ...THRESHOLDS] as const;

/** One page of the invitations that nobody has used, newest first. */
export async function page(ctx: QueryCtx, paginationOpts: PaginationOptions) {
  const found = await ctx.db.query("invitations").order("desc").paginate(capPage(paginationOpts));
  const shown = ["email", ...INITIAL_SETTINGS, "invitedBy", "invitedAt", "expiresAt"] as const;
  return { ...found, page: found.page.map((row) => omitUndefined(pickFields(row, shown))) };
}

/** The invitation whose link has this token; null for any other text, and once it is used. */
export async function getByToken(ctx: QueryCtx, token: string): Promise<Invitation | null> {
  const hash = await hashOf(token);
  return await ctx.db
    .query("invitations")
    .withIndex("by_hash", (q) => q.eq("hash", hash))
    .unique();
}

/**
 * Uses up an address's invitation: its person gets the settings that an admin gave beforehand. One
 * that has expired gives nothing.
 */
export async function accept(ctx: MutationCtx, user: Doc<"users">, now: number): Promise<void> {
  const invitation = await getByEmail(ctx, user.email);
  if (invitation === null) return;
  await ctx.db.delete("invitations", invitation._id);
  if (invitation.expiresAt <= now) return;
  // Leaves a role alone that they have already: setting it would take them off the supervisor list.
  await UserWrites.setSettings(ctx, user, pickFields(invitation, ["role", ...THRESHOLDS]));
  const { role, supervisor } = await withPresentSupervisor(ctx, invitation);
  if (supervisor === undefined) return;
  const check = () => Users.requireSupervisor(ctx, { email: user.email, role }, supervisor);
  // The supervisor of the invitation may have left meanwhile; then the default one stays.
  if ((await refusalAsValue(check)) !== undefined) return;
  const present = await ctx.db.get("users", user._id);
  if (present) await UserWrites.setSupervisor(ctx, present, supervisor);
}

/** The invitation of an address whose link is still good. */
export async function getOpen(
  ctx: QueryCtx,
  email: string,
  now: number,
): Promise<Invitation | null> {
  const invitation = await getByEmail(ctx, email);
  return invitation !== null && invitation.expiresAt > now ? invitation : null;
}

async function getByEmail(ctx: QueryCtx, email: string): Promise<Invitation | null> {
  return await ctx.db
    .query("invitations")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}

const hashOf = (token: string) => digest("invitation", token);
