import { customCtx, customMutation, customQuery } from "convex-helpers/server/customFunctions";
import type {
  RegisteredMutation,
  RegisteredQuery,
  ReturnValueForOptionalValidator,
} from "convex/server";
import {
  v,
  type GenericValidator,
  type Infer,
  type ObjectType,
  type PropertyValidators,
} from "convex/values";
import { mayAct } from "#domain/people/roles";
import type { Role } from "#domain/custody/workflow";
import type { Doc, Id } from "../_generated/dataModel";
import {
  internalMutation,
  internalQuery,
  mutation,
  query,
  type MutationCtx,
  type QueryCtx,
} from "../_generated/server";
import { appError } from "./errors";

/** The signed-in caller with their user document and session. */
type Caller = { readonly actor: Doc<"users">; readonly sessionId: Id<"authSessions"> };
export type UserQueryCtx = QueryCtx & Caller;
export type UserMutationCtx = MutationCtx & Caller;
/**
 * `actor` is null for a terminal that uses the deployment's admin key, and for a company's
 * directory, which has `scimToken`, the name of its token.
 */
type Administrator = {
  readonly actor: Doc<"users"> | null;
  readonly sessionId: Id<"authSessions"> | null;
  readonly scimToken?: string;
};
/** Context of an administrator's change. */
export type AdministratorCtx = MutationCtx & Administrator;
/** Context of model functions that read on behalf of a person, with or without a session. */
export type ActorQueryCtx = QueryCtx & Pick<Caller, "actor">;
/**
 * Context of model functions that write on behalf of a person; the demo seed does so without a
 * session.
 */
export type ActorMutationCtx = MutationCtx & Pick<Caller, "actor">;

/**
 * Finds the caller, or the reason why there is none.
 *
 * Reads the user *and* the session row, so both are in the read set of every live query: disabling
 * a user or ending a session re-runs their open queries, which then fail. The session's age is not
 * compared with the clock here, because a query that reads the clock cannot be cached. Instead a
 * cron deletes expired sessions, and an access token is valid for five minutes at most.
 */
export async function findCaller(ctx: QueryCtx): Promise<Caller | "NOT_SIGNED_IN" | "DISABLED"> {
  const identity = await ctx.auth.getUserIdentity();
  if (identity === null) return "NOT_SIGNED_IN";
  // The subject that @convex-dev/auth signs is `userId|sessionId`.
  const [userIdText = "", sessionIdText = ""] = identity.subject.split("|");
  const userId = ctx.db.normalizeId("users", userIdText);
  const sessionId = ctx.db.normalizeId("authSessions", sessionIdText);
  if (userId === null || sessionId === null) return "NOT_SIGNED_IN";

  const actor = await ctx.db.get("users", userId);
  if (actor?.disabled) return "DISABLED";
  const session = await ctx.db.get("authSessions", sessionId);
  if (actor === null || session?.userId !== userId) return "NOT_SIGNED_IN";
  return actor.isActive ? { actor, sessionId } : "NOT_SIGNED_IN";
}

/** @throws NOT_SIGNED_IN, DISABLED; NOT_ALLOWED when the caller's role ranks below `least` */
async function requireUser(ctx: QueryCtx, least: Role): Promise<Caller> {
  const caller = await findCaller(ctx);
  if (typeof caller === "string") throw appError(caller);
  if (!mayAct(caller.actor.role, least)) throw appError("NOT_ALLOWED");
  return caller;
}

const forRole = (least: Role) => customCtx((ctx: QueryCtx) => requireUser(ctx, least));

/**
 * For every visitor, signed in or not. Document in each function what visitors may learn from it.
 */
export const publicQuery = query;

/** Signed-in, verified, enabled users of any role; `ctx.actor` is their user document. */
export const userQuery = customQuery(query, forRole("user"));
export const userMutation = customMutation(mutation, forRole("user"));

/** For functions that an action calls; they run as the action's caller. */
export const userInternalQuery = customQuery(internalQuery, forRole("user"));
export const userInternalMutation = customMutation(internalMutation, forRole("user"));

/** Supervisors and admins. */
export const supervisorQuery = customQuery(query, forRole("supervisor"));
export const supervisorMutation = customMutation(mutation, forRole("supervisor"));

/** Admins. */
export const adminQuery = customQuery(query, forRole("admin"));
export const adminMutation = customMutation(mutation, forRole("admin"));
/** For a mutation that an admin's action calls. */
export const adminInternalMutation = customMutation(internalMutation, forRole("admin"));

/**
 * The functions behind HTTP requests with an API token: they act as the token's owner with the
 * owner's current rights, and refuse a revoked token.
 * @throws TOKEN_INVALID
 */
export const tokenQuery = customQuery(internalQuery, {
  args: { tokenId: v.id("apiTokens") },
  input: (ctx: QueryCtx, { tokenId }) => ownerOf(ctx, tokenId),
});
export const tokenMutation = customMutation(internalMutation, {
  args: { tokenId: v.id("apiTokens") },
  input: (ctx: QueryCtx, { tokenId }) => ownerOf(ctx, tokenId),
});

async function ownerOf(ctx: QueryCtx, tokenId: Id<"apiTokens">) {
  const token = await ctx.db.get("apiTokens", tokenId);
  const actor = token && (await ctx.db.get("users", token.owner));
  if (!actor?.isActive || actor.disabled) throw appError("TOKEN_INVALID");
  return { ctx: { actor }, args: {} };
}

/**
 * The functions behind SCIM requests: they act as an administrator, and refuse a revoked token.
 * @throws SCIM_TOKEN_INVALID
 */
export const scimQuery = customQuery(internalQuery, {
  args: { tokenId: v.id("scimTokens") },
  input: (ctx: QueryCtx, { tokenId }) => directory(ctx, tokenId),
});
export const scimMutation = customMutation(internalMutation, {
  args: { tokenId: v.id("scimTokens") },
  input: (ctx: QueryCtx, { tokenId }) => directory(ctx, tokenId),
});

async function directory(ctx: QueryCtx, tokenId: Id<"scimTokens">) {
  const token = await ctx.db.get("scimTokens", tokenId);
  if (token === null) throw appError("SCIM_TOKEN_INVALID");
  return { ctx: { actor: null, sessionId: null, scimToken: token.name }, args: {} };
}

/** For the terminal, whose admin key may call internal functions. */
const asTerminal = customCtx(() => ({ actor: null, sessionId: null }));
export const terminalQuery = customQuery(internalQuery, asTerminal);
export const terminalMutation = customMutation(internalMutation, asTerminal);

type Definition<Ctx, Args extends PropertyValidators, Returns extends GenericValidator> = {
  readonly args: Args;
  readonly returns: Returns;
  readonly handler: (ctx: Ctx, args: ObjectType<Args>) => ReturnValueForOptionalValidator<Returns>;
};

/** The two functions made from one definition: for signed-in people, and for the terminal. */
type Twins<
  Kind extends "query" | "mutation",
  Args extends PropertyValidators,
  Returns extends GenericValidator,
> = {
  query: readonly [
    RegisteredQuery<"public", ObjectType<Args>, Promise<Infer<Returns>>>,
    RegisteredQuery<"internal", ObjectType<Args>, Promise<Infer<Returns>>>,
  ];
  mutation: readonly [
    RegisteredMutation<"public", ObjectType<Args>, Promise<Infer<Returns>>>,
    RegisteredMutation<"internal", ObjectType<Args>, Promise<Infer<Returns>>>,
  ];
}[Kind];

/**
 * A function of administrators and its twin for the terminal, from one definition.
 *
 * ```ts
 * export const [remove, removeFromTerminal] = administered.mutation("admin", {
 *   args: { email: v.string() },
 *   returns: v.null(),
 *   handler: (ctx, { email }) => RecipientLists.removeAdmin(ctx, email),
 * });
 * ```
 *
 * The first parameter is the lowest role that may call the public one.
 */
export const administered = {
  query: <Args extends PropertyValidators, Returns extends GenericValidator>(
    least: Role,
    definition: Definition<QueryCtx & Administrator, Args, Returns>,
  ): Twins<"query", Args, Returns> => [
    customQuery(query, forRole(least))(erased(definition)),
    terminalQuery(erased(definition)),
  ],
  mutation: <Args extends PropertyValidators, Returns extends GenericValidator>(
    least: Role,
    definition: Definition<AdministratorCtx, Args, Returns>,
  ): Twins<"mutation", Args, Returns> => [
    customMutation(mutation, forRole(least))(erased(definition)),
    terminalMutation(erased(definition)),
  ],
};

/** The definition without its types: the builders cannot infer from generic ones. */
function erased<Ctx, Args extends PropertyValidators, Returns extends GenericValidator>(
  definition: Definition<Ctx, Args, Returns>,
): {
  args: PropertyValidators;
  returns: GenericValidator;
  handler: (ctx: Ctx, args: Record<string, unknown>) => unknown;
} {
  const { args, returns } = definition;
  const handler: (ctx: Ctx, args: ObjectType<Args>) => unknown = definition.handler;
  // Convex has validated `given` against `args`.
  return { args, returns, handler: (ctx, given) => handler(ctx, given as ObjectType<Args>) };
}
