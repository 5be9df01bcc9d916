import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { TOKEN_PREFIX } from "#domain/accounts/apiTokens";
import { internal } from "./_generated/api";
import { action, internalMutation } from "./_generated/server";
import { randomToken } from "./lib/codes";
import { administered, userInternalMutation, userMutation, userQuery } from "./lib/functions";
import * as ApiTokens from "./model/access/apiTokens";
import { tokenFields, tokenScope } from "./schema/integrations";

const shownToken = v.object({ _id: v.id("apiTokens"), _creationTime: v.number(), ...tokenFields });

/** The caller's API tokens, newest first. */
export const list = userQuery({
  args: {},
  returns: v.array(shownToken),
  handler: (ctx) => ApiTokens.list(ctx),
});

const stated = {
  name: v.string(),
  scopes: v.array(tokenScope),
  days: v.union(v.number(), v.null()),
};

/**
 * Creates an API token for the caller and returns its secret; no later call returns it. This is an
 * action, because only actions may generate secrets. `days`: validity; null: it never expires.
 *
 * @throws NOT_SIGNED_IN, DISABLED, FIELD_MISSING, FIELD_TOO_LONG, TOKEN_SCOPES_MISSING,
 *   INPUT_INVALID, TOKENS_FULL
 */
export const create = action({
  args: stated,
  returns: v.string(),
  handler: async (ctx, args): Promise<string> => {
    const secret = TOKEN_PREFIX + randomToken();
    await ctx.runMutation(internal.tokens.insert, { ...args, secret });
    return secret;
  },
});

export const insert = userInternalMutation({
  args: { ...stated, secret: v.string() },
  returns: v.null(),
  handler: (ctx, args) => ApiTokens.create(ctx, args, Date.now()),
});

/** Revokes one of the caller's own tokens. @throws TOKEN_MISSING */
export const revoke = userMutation({
  args: { tokenId: v.string() },
  returns: v.null(),
  handler: (ctx, { tokenId }) => ApiTokens.revokeOwn(ctx, tokenId),
});

/** All users' API tokens, newest first, with their owners' e-mails. */
export const [listAll, listAllFromTerminal] = administered.query("admin", {
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(v.object({ ...shownToken.fields, owner: v.string() })),
  handler: (ctx, { paginationOpts }) => ApiTokens.page(ctx, paginationOpts),
});

/**
 * Revokes any user's token.
 * @throws TOKEN_MISSING
 */
export const [revokeAny, revokeAnyFromTerminal] = administered.mutation("admin", {
  args: { tokenId: v.string() },
  returns: v.null(),
  handler: (ctx, { tokenId }) => ApiTokens.revoke(ctx, tokenId),
});

const limits = v.array(
  v.object({
    name: v.string(),
    quota: v.number(),
    windowSeconds: v.number(),
    remaining: v.number(),
    resetSeconds: v.number(),
  }),
);

/** Validates the token of an HTTP API request and counts the request: model/access/apiTokens.ts. */
export const use = internalMutation({
  args: { secret: v.string(), scopes: v.array(tokenScope) },
  returns: v.union(
    v.object({ tokenId: v.id("apiTokens"), limits }),
    v.object({ refused: v.union(v.literal("TOKEN_INVALID"), v.literal("TOKEN_SCOPE")), limits }),
    v.object({ refused: v.literal("TOKEN_RATE"), waitMs: v.number(), limits }),
  ),
  handler: (ctx, args) => ApiTokens.use(ctx, args, Date.now()),
});
