/** Starts and ends sessions. @convex-dev/auth signs their tokens and exchanges refresh tokens. */
import { describeUserAgent } from "#domain/accounts/userAgent";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { UserMutationCtx, UserQueryCtx } from "../../lib/functions";
import * as IssuerSessions from "./issuerSessions";

/** A working day with some overtime; then everyone signs in again. */
export const SESSION_MS = 12 * 60 * 60 * 1000;
/**
 * Lifetime of an access token. Also the longest time that a session can outlive its end, if our
 * functions did not end it.
 */
export const ACCESS_TOKEN_MS = 5 * 60 * 1000;
/** A browser session ends after this long without activity. */
const IDLE_MS = 15 * 60 * 1000;
/**
 * Minimum time between two writes of a session's activity: one write a minute is precise enough for
 * the 15-minute limit.
 */
const ACTIVITY_RESOLUTION_MS = 60 * 1000;
/** Maximum number of sessions per person; the oldest makes room. Also bounds `endAll`. */
const MAX_SESSIONS = 20;
/** Maximum stored length of a user agent, in characters; browsers send about 120. */
const MAX_USER_AGENT = 255;
/** Program that started the session. Only browsers report their user's activity. */
export type Client = "browser" | "terminal";
/** Shown as the client of a session that reports no activity. */
const TERMINAL = "sms in a terminal";
/**
 * Sessions ended per run of a cron. Each deletes about 150 refresh tokens, far below the write
 * limit.
 */
const BATCH = 50;

/**
 * Starts a session, which lasts SESSION_MS. A browser session also ends when its user is idle; a
 * terminal leaves no screen open that a passer-by could use.
 */
export async function start(
  ctx: MutationCtx,
  userId: Id<"users">,
  client: Client,
  now: number,
): Promise<Id<"authSessions">> {
  const others = await ofUser(ctx, userId);
  for (const oldest of others.slice(0, Math.max(0, others.length - MAX_SESSIONS + 1))) {
    await end(ctx, oldest);
  }
  const sessionId = await ctx.db.insert("authSessions", {
    userId,
    expirationTime: now + SESSION_MS,
  });
  if (client === "browser") {
    const { userAgent } = await ctx.meta.getRequestMetadata();
    await ctx.db.insert("activity", {
      sessionId,
      lastActiveAt: now,
      ...(userAgent && { userAgent: userAgent.slice(0, MAX_USER_AGENT) }),
    });
  }
  return sessionId;
}

/** The caller's sessions, newest first; at most 20. */
export async function list(ctx: UserQueryCtx) {
  const sessions = await ofUser(ctx, ctx.actor._id);
  const listed = sessions.map(async ({ _id, _creationTime, expirationTime }) => {
    const activity = await activityOf(ctx, _id);
    return {
      sessionId: _id,
      isCurrent: _id === ctx.sessionId,
      client: activity === null ? TERMINAL : describeUserAgent(activity.userAgent ?? ""),
      startedAt: _creationTime,
      ...(activity && { lastActiveAt: activity.lastActiveAt }),
      endsAt: expirationTime,
    };
  });
  return (await Promise.all(listed)).reverse();
}

/** Ends one of the caller's own sessions; no effect for any other id. */
export async function endOwn(ctx: UserMutationCtx, sessionIdText: string): Promise<void> {
  const sessionId = ctx.db.normalizeId("authSessions", sessionIdText);
  const session = sessionId && (await ctx.db.get("authSessions", sessionId));
  if (session?.userId === ctx.actor._id) await end(ctx, session);
}

/** Ends the caller's sessions except the current one. */
export async function endOthers(ctx: UserMutationCtx): Promise<void> {
  for (const session of await ofUser(ctx, ctx.actor._id)) {
    if (session._id !== ctx.sessionId) await end(ctx, session);
  }
}

/**
 * Records activity of the person behind a browser session. Terminal sessions have no activity row.
 */
export async function touch(
  ctx: MutationCtx,
  sessionId: Id<"authSessions">,
  now: number,
): Promise<void> {
  const activity = await activityOf(ctx, sessionId);
  if (activity === null || now - activity.lastActiveAt < ACTIVITY_RESOLUTION_MS) return;
  await ctx.db.patch("activity", activity._id, { lastActiveAt: now });
}

/** True for a browser session, false for a terminal session. */
export async function isBrowsers(ctx: QueryCtx, sessionId: Id<"authSessions">): Promise<boolean> {
  return (await activityOf(ctx, sessionId)) !== null;
}

/** The two ids of a refresh token, `tokenId|sessionId`; null for any other text. */
export function parseRefreshToken(
  ctx: QueryCtx,
  refreshToken: string,
): { tokenId: Id<"authRefreshTokens">; sessionId: Id<"authSessions"> } | null {
  const [tokenText = "", sessionText = "", ...rest] = refreshToken.split("|");
  const tokenId = ctx.db.normalizeId("authRefreshTokens", tokenText);
  const sessionId = ctx.db.normalizeId("authSessions", sessionText);
  return rest.length > 0 || tokenId === null || sessionId === null ? null : { tokenId, sessionId };
}

/**
 * The session for which @convex-dev/auth would still exchange `refreshToken`, or null.
 *
 * A token stays exchangeable until its successor is used, so the token printed by `sms login
 * --print-token` is valid for the whole session. Reads at most `MAX_TOKENS` tokens.
 */
export async function getByRefreshToken(
  ctx: QueryCtx,
  refreshToken: string,
  now: number,
): Promise<Doc<"authSessions"> | null> {
  const ids = parseRefreshToken(ctx, refreshToken);
  if (ids === null) return null;
  const token = await ctx.db.get("authRefreshTokens", ids.tokenId);
  const session = await ctx.db.get("authSessions", ids.sessionId);
  if (token === null || session === null || token.sessionId !== session._id) return null;
  if (token.expirationTime <= now || session.expirationTime <= now) return null;
  if (token.firstUsedTime === undefined) return session;
  const newestFirst = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", session._id))
    .order("desc")
    .take(MAX_TOKENS);
  const active = newestFirst.find(({ firstUsedTime }) => firstUsedTime === undefined);
  return active?.parentRefreshTokenId === token._id ? session : null;
}

export async function endAll(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  for (const session of await ofUser(ctx, userId)) await end(ctx, session);
}

/**
 * Ends a person's sessions except those that began at the issuer: the others may have begun with a
 * password alone.
 */
export async function endWithPassword(ctx: MutationCtx, userId: Id<"users">): Promise<void> {
  for (const session of await ofUser(ctx, userId)) {
    if (!(await IssuerSessions.has(ctx, session._id))) await end(ctx, session);
  }
}

/** Ends sessions that were unused for 15 minutes. @returns whether more may be left */
export async function endIdle(ctx: MutationCtx, now: number): Promise<boolean> {
  const idle = await ctx.db
    .query("activity")
    .withIndex("by_lastActiveAt", (q) =>
      q.lt("lastActiveAt", now - IDLE_MS - ACTIVITY_RESOLUTION_MS),
    )
    .take(BATCH);
  for (const { _id, sessionId } of idle) {
    const session = await ctx.db.get("authSessions", sessionId);
    // The library's sign-out leaves the activity row behind.
    if (session === null) await ctx.db.delete("activity", _id);
    else await end(ctx, session);
  }
  return idle.length === BATCH;
}

/** Ends sessions past their 12 hours. @returns whether more may be left */
export async function endExpired(ctx: MutationCtx, now: number): Promise<boolean> {
  // All sessions have the same lifetime, so the oldest expire first.
  const oldest = await ctx.db.query("authSessions").order("asc").take(BATCH);
  const expired = oldest.filter(({ expirationTime }) => expirationTime <= now);
  for (const session of expired) await end(ctx, session);
  return expired.length === BATCH;
}

async function end(ctx: MutationCtx, session: Doc<"authSessions">): Promise<void> {
  await ctx.db.delete("authSessions", session._id);
  const tokens = await ctx.db
    .query("authRefreshTokens")
    .withIndex("sessionId", (q) => q.eq("sessionId", session._id))
    .take(MAX_TOKENS);
  for (const { _id } of tokens) await ctx.db.delete("authRefreshTokens", _id);
  const activity = await activityOf(ctx, session._id);
  if (activity !== null) await ctx.db.delete("activity", activity._id);
  await IssuerSessions.remove(ctx, session._id);
}

/**
 * 12 hours of exchanges every 5 minutes are 144 tokens. A token that is left without its session
 * has no effect.
 */
const MAX_TOKENS = 300;

async function ofUser(ctx: QueryCtx, userId: Id<"users">) {
  return await ctx.db
    .query("authSessions")
    .withIndex("userId", (q) => q.eq("userId", userId))
    .take(MAX_SESSIONS + 1);
}

async function activityOf(ctx: QueryCtx, sessionId: Id<"authSessions">) {
  return await ctx.db
    .query("activity")
    .withIndex("by_sessionId", (q) => q.eq("sessionId", sessionId))
    .first();
}
