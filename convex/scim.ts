/** Provisioning by a company directory (SCIM 2.0): tokens, and what lib/http/scimApi.ts calls. */
import { v } from "convex/values";
import { SCIM_TOKEN_PREFIX } from "#domain/scim/tokens";
import { internal } from "./_generated/api";
import { action, internalAction, internalMutation } from "./_generated/server";
import { randomToken } from "./lib/codes";
import {
  administered,
  adminInternalMutation,
  scimMutation,
  scimQuery,
  terminalMutation,
} from "./lib/functions";
import * as ScimTokens from "./model/access/scimTokens";
import * as Changes from "./model/scim/changes";
import * as Managers from "./model/scim/managers";
import * as People from "./model/scim/people";
import { scimPerson, scimTokenFields, statedUser } from "./schema/provisioning";

/** The SCIM tokens, newest first. */
export const [tokens, tokensFromTerminal] = administered.query("admin", {
  args: {},
  returns: v.array(
    v.object({ _id: v.id("scimTokens"), _creationTime: v.number(), ...scimTokenFields }),
  ),
  handler: ScimTokens.list,
});

const insertion = {
  args: { name: v.string(), secret: v.string() },
  returns: v.null(),
  handler: ScimTokens.create,
};
export const insertToken = adminInternalMutation(insertion);
export const insertTokenFromTerminal = terminalMutation(insertion);

const newSecret = () => SCIM_TOKEN_PREFIX + randomToken();

/**
 * Creates a SCIM token and returns its secret; no later call returns it. This is an action, because
 * only actions may generate secrets.
 *
 * @throws NOT_SIGNED_IN, DISABLED, NOT_ALLOWED, FIELD_MISSING, FIELD_TOO_LONG, SCIM_TOKENS_FULL
 */
export const createToken = action({
  args: { name: v.string() },
  returns: v.string(),
  handler: async (ctx, { name }): Promise<string> => {
    const secret = newSecret();
    await ctx.runMutation(internal.scim.insertToken, { name, secret });
    return secret;
  },
});

export const createTokenFromTerminal = internalAction({
  args: { name: v.string() },
  returns: v.string(),
  handler: async (ctx, { name }): Promise<string> => {
    const secret = newSecret();
    await ctx.runMutation(internal.scim.insertTokenFromTerminal, { name, secret });
    return secret;
  },
});

/** @throws SCIM_TOKEN_MISSING */
export const [revokeToken, revokeTokenFromTerminal] = administered.mutation("admin", {
  args: { tokenId: v.string() },
  returns: v.null(),
  handler: (ctx, { tokenId }) => ScimTokens.revoke(ctx, tokenId),
});

/** At most 50 people whose manager in the directory cannot supervise yet, by that manager. */
export const [waiting, waitingFromTerminal] = administered.query("admin", {
  args: {},
  returns: v.array(v.object({ email: v.string(), manager: v.string() })),
  handler: Managers.listWaiting,
});

/** Validates the token of a request and counts the request: model/access/scimTokens.ts. */
export const use = internalMutation({
  args: { secret: v.string(), kind: v.union(v.literal("request"), v.literal("list")) },
  returns: v.union(
    v.object({ tokenId: v.id("scimTokens") }),
    v.object({ refused: v.literal("SCIM_TOKEN_INVALID") }),
    v.object({ refused: v.literal("SCIM_TOKEN_RATE"), waitMs: v.number() }),
  ),
  handler: (ctx, args) => ScimTokens.use(ctx, args, Date.now()),
});

/** @throws SCIM_USER_MISSING */
export const get = scimQuery({
  args: { id: v.string() },
  returns: scimPerson,
  handler: async (ctx, { id }) => People.described(ctx, await People.getOrThrow(ctx, id)),
});

export const find = scimQuery({
  args: {
    by: v.union(
      v.literal("id"),
      v.literal("userName"),
      v.literal("externalId"),
      v.literal("email"),
    ),
    value: v.string(),
  },
  returns: v.array(scimPerson),
  handler: (ctx, filter) => People.find(ctx, filter),
});

/** A part of a list of all people: model/scim/people.ts. */
export const scan = scimQuery({
  args: { cursor: v.union(v.string(), v.null()), skip: v.number(), take: v.number() },
  returns: v.object({
    count: v.number(),
    people: v.array(scimPerson),
    next: v.union(v.string(), v.null()),
  }),
  handler: (ctx, args) => People.scan(ctx, args),
});

export const create = scimMutation({
  args: { stated: statedUser },
  returns: scimPerson,
  handler: (ctx, { stated }) => Changes.create(ctx, stated, Date.now()),
});

const ifMatch = v.union(v.array(v.string()), v.null());

export const change = scimMutation({
  args: { id: v.string(), stated: statedUser, ifMatch },
  returns: scimPerson,
  handler: (ctx, args) => Changes.change(ctx, args, Date.now()),
});

export const remove = scimMutation({
  args: { id: v.string(), ifMatch },
  returns: v.null(),
  handler: (ctx, args) => Changes.remove(ctx, args, Date.now()),
});

/** Gives a manager, who may supervise now, the people who wait for them. */
export const superviseWaiting = internalMutation({
  args: { manager: v.string() },
  returns: v.null(),
  handler: async (ctx, { manager }) => {
    const delayMs = await Managers.superviseWaiting(ctx, manager);
    if (delayMs === null) return;
    await ctx.scheduler.runAfter(delayMs, internal.scim.superviseWaiting, { manager });
  },
});
