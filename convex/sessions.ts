import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalMutation, internalQuery } from "./_generated/server";
import { userMutation } from "./lib/functions";
import * as Accounts from "./model/accounts";
import * as Mail from "./model/mail";
import * as Sessions from "./model/sessions";
import * as Throttle from "./model/throttle";

/** Browsers call it while their person is at work, about once a minute. Without it, 15 minutes end the session. */
export const heartbeat = userMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    await Sessions.touch(ctx, ctx.sessionId, Date.now());
    return null;
  },
});

/** Whether it has the form of a refresh token of this deployment: `tokenId|sessionId`. */
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

/** A cron's. Bounded; goes on in a new transaction while there is more. */
export const endIdle = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await Sessions.endIdle(ctx, Date.now());
    if (isMore) await ctx.scheduler.runAfter(0, internal.sessions.endIdle, {});
    return null;
  },
});

/** A cron's: deletes what time has made worthless. Bounded; goes on while there is more. */
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
