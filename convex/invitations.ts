import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { INVITATION_OUTCOMES, MAX_INVITED } from "#domain/accounts/invitations";
import { internal } from "./_generated/api";
import { action } from "./_generated/server";
import { randomToken } from "./lib/codes";
import { appError } from "./lib/errors";
import { adminInternalMutation, adminMutation, adminQuery, publicQuery } from "./lib/functions";
import { oneOf } from "./lib/validators";
import * as Invitations from "./model/accounts/invitations";
import { initialThresholds, role } from "./schema/accounts";

const results = v.array(v.object({ email: v.string(), outcome: oneOf(INVITATION_OUTCOMES) }));
const beforehand = { role: v.optional(role), supervisor: v.optional(v.string()) };

/**
 * Invites addresses by mail, 200 at most, and answers what became of each. An address that is
 * invited already gets a new link. `role` and `supervisor` are given when the person accepts. An
 * action, because only actions draw secrets; the invitations are made in one transaction.
 *
 * @throws NOT_SIGNED_IN, DISABLED, NOT_ALLOWED, INVITED_TOO_MANY, SUPERVISOR_UNKNOWN,
 *   SUPERVISOR_ROLE
 */
export const invite = action({
  args: { emails: v.array(v.string()), ...beforehand },
  returns: results,
  handler: async (ctx, args): Promise<typeof results.type> => {
    if (args.emails.length > MAX_INVITED) throw appError("INVITED_TOO_MANY", { max: MAX_INVITED });
    const tokens = args.emails.map(randomToken);
    return await ctx.runMutation(internal.invitations.inviteAll, { ...args, tokens });
  },
});

export const inviteAll = adminInternalMutation({
  args: { emails: v.array(v.string()), tokens: v.array(v.string()), ...beforehand },
  returns: results,
  handler: (ctx, args) => Invitations.invite(ctx, args, Date.now()),
});

/** Voids the invitation of an address; without one, nothing changes. */
export const revoke = adminMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: async (ctx, { email }) => {
    await Invitations.revoke(ctx, email);
    return null;
  },
});

/** The invitations that nobody has accepted, newest first. Times are epoch ms. */
export const list = adminQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(
    v.object({
      email: v.string(),
      role,
      supervisor: v.optional(v.string()),
      ...initialThresholds,
      invitedBy: v.optional(v.string()),
      invitedAt: v.number(),
      expiresAt: v.number(),
    }),
  ),
  handler: (ctx, { paginationOpts }) => Invitations.page(ctx, paginationOpts),
});

/**
 * The address that a link invites, and until when (epoch ms); null once it is used, revoked or
 * replaced. Whoever has the token reads that address's mail.
 */
export const opened = publicQuery({
  args: { token: v.string() },
  returns: v.union(v.null(), v.object({ email: v.string(), expiresAt: v.number() })),
  handler: async (ctx, { token }) => {
    const invitation = await Invitations.getByToken(ctx, token);
    return invitation && { email: invitation.email, expiresAt: invitation.expiresAt };
  },
});
