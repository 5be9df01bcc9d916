/**
 * The only writer of `apiTokens`, with which programs read what the token's owner may see. A token
 * is deleted when it is revoked, when its owner's account is locked, and when its owner resets
 * their password by mail.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import type { PaginationOptions } from "convex/server";
import type { Infer } from "convex/values";
import {
  isExpired,
  daysAfter,
  MAX_TOKEN_DAYS,
  MAX_TOKEN_NAME,
  MAX_TOKENS,
  TOKEN_HINT_LENGTH,
  TOKEN_SCOPES,
  type TokenScope,
} from "#domain/accounts/apiTokens";
import type { RateLimit } from "#domain/api/rateLimit";
import type { AuditAction } from "#domain/accounts/audit";
import { MINUTE_MS } from "#domain/common/durations";
import { omitUndefined, pickFields } from "#domain/common/objects";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { digest } from "../../lib/codes";
import { appError } from "../../lib/errors";
import type { AdministratorCtx, UserMutationCtx, UserQueryCtx } from "../../lib/functions";
import { parseName } from "../../lib/names";
import type { tokenScope } from "../../schema/integrations";
import { getActive } from "../people/users";
import * as Audit from "./audit";
import { capPage } from "../common/pages";
import * as Throttle from "./throttle";

type Token = Doc<"apiTokens">;

/**
 * Minimum time between two writes of a token's last use: lists show minutes, and most requests then
 * write little.
 */
const USE_RESOLUTION_MS = 5 * MINUTE_MS;

/**
 * Creates a token for the caller.
 *
 * @param secret drawn by an action; only its digest is stored
 * @param days until it expires; null: it never expires
 * @throws FIELD_MISSING, FIELD_TOO_LONG, TOKEN_SCOPES_MISSING, INPUT_INVALID, TOKENS_FULL
 */
export async function create(
  ctx: UserMutationCtx,
  {
    secret,
    days,
    ...stated
  }: { name: string; scopes: TokenScope[]; days: number | null; secret: string },
  now: number,
): Promise<void> {
  const name = parseName(stated.name, MAX_TOKEN_NAME);
  const scopes = TOKEN_SCOPES.filter((scope) => stated.scopes.includes(scope));
  if (scopes.length === 0) throw appError("TOKEN_SCOPES_MISSING", {}, "scopes");
  const isWhole = days === null || (Number.isInteger(days) && days > 0 && days <= MAX_TOKEN_DAYS);
  if (!isWhole) throw appError("INPUT_INVALID", { field: "days" }, "days");
  const owner = ctx.actor._id;
  if ((await ofOwner(ctx, owner)).length >= MAX_TOKENS) {
    throw appError("TOKENS_FULL", { max: MAX_TOKENS });
  }
  const hint = secret.slice(0, TOKEN_HINT_LENGTH);
  const expiresAt = days === null ? undefined : daysAfter(days, now);
  const token = { owner, name, scopes, hint, expiresAt, hash: await hashOf(secret) };
  await ctx.db.insert("apiTokens", omitUndefined(token));
  await record(ctx, "API Token Created", ctx.actor.email, token);
}

/** The caller's tokens, newest first: at most MAX_TOKENS. */
export async function list(ctx: UserQueryCtx) {
  return (await ofOwner(ctx, ctx.actor._id)).map(shown).reverse();
}

/** One page of all people's tokens, newest first, each with its owner's e-mail. */
export async function page(ctx: QueryCtx, paginationOpts: PaginationOptions) {
  const found = await ctx.db.query("apiTokens").order("desc").paginate(capPage(paginationOpts));
  const rows = found.page.map(async (token) => {
    const owner = await ctx.db.get("users", token.owner);
    return { ...shown(token), owner: owner?.email ?? "" };
  });
  return { ...found, page: await Promise.all(rows) };
}

/** Revokes one of the caller's own tokens. @throws TOKEN_MISSING */
export async function revokeOwn(ctx: UserMutationCtx, tokenIdText: string): Promise<void> {
  const token = await find(ctx, tokenIdText);
  if (token?.owner !== ctx.actor._id) throw appError("TOKEN_MISSING");
  await ctx.db.delete("apiTokens", token._id);
  await record(ctx, "API Token Revoked", ctx.actor.email, token);
}

/** Revokes any person's token. @throws TOKEN_MISSING */
export async function revoke(ctx: AdministratorCtx, tokenIdText: string): Promise<void> {
  const token = await find(ctx, tokenIdText);
  if (token === null) throw appError("TOKEN_MISSING");
  const owner = await ctx.db.get("users", token.owner);
  await ctx.db.delete("apiTokens", token._id);
  await record(ctx, "API Token Revoked", owner?.email, token);
}

/** Deletes the tokens of a person whose account is locked. */
export async function deleteAll(ctx: MutationCtx, owner: Id<"users">): Promise<void> {
  for (const { _id } of await ofOwner(ctx, owner)) await ctx.db.delete("apiTokens", _id);
}

/**
 * Revokes the actor's tokens, with an audit record for each. @returns their names, oldest first
 */
export async function revokeAll(
  ctx: AdministratorCtx & { readonly actor: Doc<"users"> },
): Promise<string[]> {
  const { _id, email } = ctx.actor;
  const tokens = await ofOwner(ctx, _id);
  for (const token of tokens) {
    await ctx.db.delete("apiTokens", token._id);
    await record(ctx, "API Token Revoked", email, token);
  }
  return tokens.map(({ name }) => name);
}

/**
 * Result of checking a request's secret: its token, or the reason for the refusal. An invalid token
 * has no `limits`.
 */
type Use = { readonly limits: RateLimit[] } & (
  | { readonly tokenId: Id<"apiTokens"> }
  | { readonly refused: "TOKEN_INVALID" | "TOKEN_SCOPE" }
  | { readonly refused: "TOKEN_RATE"; readonly waitMs: number }
);

/**
 * Authorises one request and counts it. Writes the token's bucket, and its last use every few
 * minutes; an unknown secret writes nothing.
 *
 * @param scopes every scope that the request needs; `exports` also counts in a bucket of its own
 */
export async function use(
  ctx: MutationCtx,
  { secret, scopes }: { secret: string; scopes: readonly TokenScope[] },
  now: number,
): Promise<Use> {
  const hash = await hashOf(secret);
  const token = await getOneFrom(ctx.db, "apiTokens", "by_hash", hash);
  const isGood = token !== null && !isExpired(token.expiresAt, now);
  if (!isGood || (await getActive(ctx, token.owner)) === null) {
    return { refused: "TOKEN_INVALID", limits: [] };
  }
  const isExport = scopes.includes("exports");
  const { waitMs, limits } = await Throttle.takeForToken(ctx, "apiToken", token._id, isExport, now);
  if (waitMs !== null) return { refused: "TOKEN_RATE", waitMs, limits };
  if (!scopes.every((scope) => token.scopes.includes(scope))) {
    return { refused: "TOKEN_SCOPE", limits };
  }
  if (now - (token.lastUsedAt ?? 0) >= USE_RESOLUTION_MS) {
    await ctx.db.patch("apiTokens", token._id, { lastUsedAt: now });
  }
  return { tokenId: token._id, limits };
}

/** Oldest first. */
async function ofOwner(ctx: QueryCtx, owner: Id<"users">): Promise<Token[]> {
  return await ctx.db
    .query("apiTokens")
    .withIndex("by_owner", (q) => q.eq("owner", owner))
    .take(MAX_TOKENS);
}

async function find(ctx: QueryCtx, tokenIdText: string): Promise<Token | null> {
  const tokenId = ctx.db.normalizeId("apiTokens", tokenIdText);
  return tokenId && (await ctx.db.get("apiTokens", tokenId));
}

/** The fields that people see: neither the owner's id nor the digest. */
const SHOWN_FIELDS = [
  "_id",
  "_creationTime",
  "name",
  "scopes",
  "hint",
  "expiresAt",
  "lastUsedAt",
] as const;

const shown = (token: Token) => pickFields(token, SHOWN_FIELDS);

async function record(
  ctx: AdministratorCtx,
  action: AuditAction,
  owner: string | undefined,
  { name, hint, scopes }: { name: string; hint: string; scopes: Infer<typeof tokenScope>[] },
): Promise<void> {
  const entry = `${name} (${hint}…): ${scopes.join(", ")}`;
  await Audit.append(ctx, { action, person: owner, entry });
}

/** SHA-256 is enough for 256 random bits, which cannot be guessed. */
const hashOf = (secret: string) => digest("apiToken", secret);
