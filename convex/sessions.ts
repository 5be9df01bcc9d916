import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalMutation, internalQuery } from "./_generated/server";
import { userMutation } from "./lib/functions";
import * as Accounts from "./model/accounts";
import * as Mail from "./model/mail";
import * as Sessions from "./model/sessions";
import * as Throttle from "./model/throttle";

/**
 * Keeps a session alive. Browsers call it about once a minute while their person is at work; 15
 * minutes without it end the session.
 */
export const heartbeat = userMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Sessions.touch(ctx, ctx.sessionId, Date.now());
    return null;
  },
});

/** True if the text has the form of a refresh token of this deployment: `tokenId|sessionId`. */
export const isRefreshToken = internalQuery({
  args: { refreshToken: v.string() },
  returns: v.boolean(),
  handler: (ctx, { refreshToken }) => {
    const [tokenId = "", sessionId = "", ...rest] = refreshToken.split("|");
    return (
      rest.length === 0 &&
      ctx.db.normalizeId("authRefreshTokens", tokenId) !== null &&
      ctx.db.normalizeId("authSessions", sessionId) !== null
    );
  },
});

/**
 * Ends idle sessions. A cron calls it; each transaction is bounded and schedules the next one while
 * there is more.
 */
export const endIdle = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await Sessions.endIdle(ctx, Date.now());
    if (isMore) await ctx.scheduler.runAfter(0, internal.sessions.endIdle, {});
    return null;
  },
});

/**
 * Deletes expired sessions, throttle buckets, codes and mails. A cron calls it; each transaction is
 * bounded and schedules the next one while there is more.
 */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    const leftovers = [
      await Sessions.endExpired(ctx, now),
      await Throttle.sweep(ctx, now),
      await Accounts.deleteExpiredCodes(ctx, now),
      await Mail.sweep(ctx, now),
    ];
    if (leftovers.includes(true)) await ctx.scheduler.runAfter(0, internal.sessions.sweep, {});
    return null;
  },
});
