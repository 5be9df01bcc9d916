/**
 * The only writer of `scimTokens`, with which a company's directory provisions people. They open
 * `/scim/v2` and nothing else; no other token opens that.
 */
import { MINUTE_MS } from "#domain/common/durations";
import { pickFields } from "#domain/common/objects";
import { MAX_SCIM_TOKEN_NAME, MAX_SCIM_TOKENS, SCIM_HINT_LENGTH } from "#domain/scim/tokens";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { digest } from "../../lib/codes";
import { appError } from "../../lib/errors";
import type { AdministratorCtx } from "../../lib/functions";
import { parseName } from "../../lib/names";
import { networkOf } from "../../lib/networks";
import * as Audit from "./audit";
import * as Throttle from "./throttle";

type Token = Doc<"scimTokens">;

/** Minimum time between two writes of a token's last use: lists show minutes. */
const USE_RESOLUTION_MS = 5 * MINUTE_MS;

/**
 * Creates a token.
 *
 * @param secret drawn by an action; only its digest is stored
 * @throws FIELD_MISSING, FIELD_TOO_LONG, SCIM_TOKENS_FULL
 */
export async function create(
  ctx: AdministratorCtx,
  stated: { name: string; secret: string },
): Promise<void> {
  const name = parseName(stated.name, MAX_SCIM_TOKEN_NAME);
  if ((await readAll(ctx)).length >= MAX_SCIM_TOKENS) {
    throw appError("SCIM_TOKENS_FULL", { max: MAX_SCIM_TOKENS });
  }
  const hint = stated.secret.slice(0, SCIM_HINT_LENGTH);
  await ctx.db.insert("scimTokens", { name, hint, hash: await hashOf(stated.secret) });
  await Audit.append(ctx, { action: "SCIM Token Created", entry: `${name} (${hint}…)` });
}

/** All tokens, newest first. */
export async function list(ctx: QueryCtx) {
  const shown = ["_id", "_creationTime", "name", "hint", "lastUsedAt"] as const;
  return (await readAll(ctx)).map((token) => pickFields(token, shown)).reverse();
}

/** Revokes a token: its next request is refused. @throws SCIM_TOKEN_MISSING */
export async function revoke(ctx: AdministratorCtx, tokenIdText: string): Promise<void> {
  const tokenId = ctx.db.normalizeId("scimTokens", tokenIdText);
  const token = tokenId && (await ctx.db.get("scimTokens", tokenId));
  if (token === null) throw appError("SCIM_TOKEN_MISSING");
  await ctx.db.delete("scimTokens", token._id);
  await Audit.append(ctx, {
    action: "SCIM Token Revoked",
    entry: `${token.name} (${token.hint}…)`,
  });
}

/** Result of checking a request's secret: its token, or how long to wait. */
type Use =
  | { readonly tokenId: Id<"scimTokens"> }
  | { readonly refused: "SCIM_TOKEN_INVALID" }
  | { readonly refused: "SCIM_TOKEN_RATE"; readonly waitMs: number };

/**
 * Authorises one request and counts it: with a right token in the token's bucket, otherwise in that
 * of the caller's network, which a right token never uses.
 */
export async function use(
  ctx: MutationCtx,
  { secret, kind }: { secret: string; kind: "request" | "list" },
  now: number,
): Promise<Use> {
  const hash = await hashOf(secret);
  let token: Token | undefined;
  for (const each of await readAll(ctx)) if (areEqual(each.hash, hash)) token = each;
  if (token === undefined) {
    const network = networkOf((await ctx.meta.getRequestMetadata()).ip);
    const waitMs = await Throttle.takeForWrongScimToken(ctx, network, now);
    return waitMs === null
      ? { refused: "SCIM_TOKEN_INVALID" }
      : { refused: "SCIM_TOKEN_RATE", waitMs };
  }
  const isList = kind === "list";
  const { waitMs } = await Throttle.takeForToken(ctx, "scimToken", token._id, isList, now);
  if (waitMs !== null) return { refused: "SCIM_TOKEN_RATE", waitMs };
  if (now - (token.lastUsedAt ?? 0) >= USE_RESOLUTION_MS) {
    await ctx.db.patch("scimTokens", token._id, { lastUsedAt: now });
  }
  return { tokenId: token._id };
}

/** Oldest first. */
const readAll = (ctx: QueryCtx): Promise<Token[]> =>
  ctx.db.query("scimTokens").take(MAX_SCIM_TOKENS);

/** Compares two digests in constant time. */
function areEqual(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < one.length; index++) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index);
  }
  return difference === 0;
}

const hashOf = (secret: string) => digest("scimToken", secret);
