/**
 * The only writer of `invitations`, except for former addresses in it (followAddress.ts). One row
 * per address that an admin has invited and that has no account yet. The row stores the digest of
 * the link's token; the token itself is only in the mail, so it proves that its bearer reads the
 * mailbox.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
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

export type Invitation = Doc<"invitations">;

/** Represents the invited person, who has no account: no supervisor has this e-mail. */
const NEWCOMER = { email: "", role: "user" } as const;

/** The settings that an admin chose for a person in advance. */
type InitialSettings = Omit<Settings, "disabled">;

/**
 * Invites addresses and mails each its link. An address with an open invitation gets a new link,
 * and keeps its role and supervisor unless new ones are given. An expired invitation is replaced
 * entirely if a role is given.
 *
 * @param tokens one per address; drawn by the caller, because a mutation may run twice
 * @throws INVITED_TOO_MANY, and the errors of `Users.requireSupervisor`
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
 * Invites one company address, unless it has an account. The caller has checked the supervisor. An
 * address that is already invited gets a new link, and keeps the settings that are not given again.
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

/** Changes an invitation's settings. Its link stays valid, so no mail is sent. */
export async function amend(
  ctx: AdministratorCtx,
  invitation: Invitation,
  given: InitialSettings,
): Promise<void> {
  await ctx.db.patch("invitations", invitation._id, given);
  const changes = auditChanges(invitation, given);
  await Audit.append(ctx, { action: "Invitation Updated", person: invitation.email, changes });
}

/** Revokes an invitation; no effect if the address has none. */
export async function revoke(ctx: AdministratorCtx, email: string): Promise<void> {
  const invitation = await getByEmail(ctx, email.trim().toLowerCase());
  if (invitation === null) return;
  await ctx.db.delete("invitations", invitation._id);
  await Audit.append(ctx, { action: "Invitation Revoked", person: invitation.email });
}

/** Deletes the invitation of an address, if it has one. */
export async function removeFor(ctx: MutationCtx, email: string): Promise<void> {
  const invitation = await getByEmail(ctx, email);
  if (invitation !== null) await ctx.db.delete("invitations", invitation._id);
}

/** Deletes an address's expired invitation, so that a new one does not inherit its settings. */
export async function removeExpired(ctx: MutationCtx, email: string, now: number): Promise<void> {
  if ((await getOpen(ctx, email, now)) === null) await removeFor(ctx, email);
}

/** Settings that an invitation can carry. */
const INITIAL_SETTINGS = ["role", "supervisor", ...THRESHOLDS] as const;

/** One page of unused invitations, newest first. */
export async function page(ctx: QueryCtx, paginationOpts: PaginationOptions) {
  const found = await ctx.db.query("invitations").order("desc").paginate(capPage(paginationOpts));
  const shown = ["email", ...INITIAL_SETTINGS, "invitedBy", "invitedAt", "expiresAt"] as const;
  return { ...found, page: found.page.map((row) => omitUndefined(pickFields(row, shown))) };
}

/** The unused invitation whose link has this token, or null. */
export async function getByToken(ctx: QueryCtx, token: string): Promise<Invitation | null> {
  const hash = await hashOf(token);
  return await getOneFrom(ctx.db, "invitations", "by_hash", hash);
}

/**
 * Uses up an address's invitation and gives its person the settings in it, unless it has expired.
 */
export async function accept(ctx: MutationCtx, user: Doc<"users">, now: number): Promise<void> {
  const invitation = await getByEmail(ctx, user.email);
  if (invitation === null) return;
  await ctx.db.delete("invitations", invitation._id);
  if (invitation.expiresAt <= now) return;
  // `setSettings` leaves an unchanged role alone; setting it would take them off the supervisor
  // list.
  await UserWrites.setSettings(ctx, user, pickFields(invitation, ["role", ...THRESHOLDS]));
  const { role, supervisor } = await withPresentSupervisor(ctx, invitation);
  if (supervisor === undefined) return;
  const check = () => Users.requireSupervisor(ctx, { email: user.email, role }, supervisor);
  // If the invitation's supervisor has left meanwhile, the default one stays.
  if ((await refusalAsValue(check)) !== undefined) return;
  const present = await ctx.db.get("users", user._id);
  if (present) await UserWrites.setSupervisor(ctx, present, supervisor);
}

/** The invitation of an address, unless it has expired. */
export async function getOpen(
  ctx: QueryCtx,
  email: string,
  now: number,
): Promise<Invitation | null> {
  const invitation = await getByEmail(ctx, email);
  return invitation !== null && invitation.expiresAt > now ? invitation : null;
}

async function getByEmail(ctx: QueryCtx, email: string): Promise<Invitation | null> {
  return await getOneFrom(ctx.db, "invitations", "by_email", email);
}

const hashOf = (token: string) => digest("invitation", token);
