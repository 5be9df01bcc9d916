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
 * Invites up to 200 addresses by mail and returns the result for each. An address that is already
 * invited gets a new link. `role` and `supervisor` apply once the person accepts. This is an
 * action, because only actions may generate secrets; the invitations are created in one
 * transaction.
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

/** Revokes the invitation of an address; does nothing if there is none. */
export const revoke = adminMutation({
  args: { email: v.string() },
  returns: v.null(),
  handler: (ctx, { email }) => Invitations.revoke(ctx, email),
});

/** The open invitations, newest first. Times are epoch ms. */
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
 * The address that a link invites and the link's expiry (epoch ms); null once it has been used,
 * revoked or replaced. Knowing the token proves access to that address's mail.
 */
export const opened = publicQuery({
  args: { token: v.string() },
  returns: v.union(v.null(), v.object({ email: v.string(), expiresAt: v.number() })),
  handler: async (ctx, { token }) => {
    const invitation = await Invitations.getByToken(ctx, token);
    return invitation && { email: invitation.email, expiresAt: invitation.expiresAt };
  },
});
