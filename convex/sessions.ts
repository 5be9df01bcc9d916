import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalMutation, internalQuery } from "./_generated/server";
import { userMutation, userQuery } from "./lib/functions";
import * as IssuerSessions from "./model/access/issuerSessions";
import * as IssuerSignIns from "./model/accounts/issuerSignIns";
import * as KnownClients from "./model/access/knownClients";
import * as Mail from "./model/mail/mail";
import * as MailedCodes from "./model/accounts/mailedCodes";
import * as RunningExports from "./model/reports/runningExports";
import * as Sessions from "./model/access/sessions";
import * as SignUps from "./model/accounts/signUps";
import * as Throttle from "./model/access/throttle";
import * as Tickets from "./model/accounts/tickets";
import * as WebhookDeliveries from "./model/webhooks/webhookDeliveries";

/**
 * Keeps a session alive. Browsers call it about once a minute while the user is active; after 15
 * minutes without a call the session ends.
 */
export const heartbeat = userMutation({
  args: {},
  returns: v.null(),
  handler: (ctx) => Sessions.touch(ctx, ctx.sessionId, Date.now()),
});

/**
 * The caller's sessions, newest first: a description of the browser, the time of sign-in, the last
 * use (to the minute; unknown for terminals) and the expiry. Times are epoch ms.
 */
export const list = userQuery({
  args: {},
  returns: v.array(
    v.object({
      sessionId: v.id("authSessions"),
      isCurrent: v.boolean(),
      client: v.string(),
      startedAt: v.number(),
      lastActiveAt: v.optional(v.number()),
      endsAt: v.number(),
    }),
  ),
  handler: (ctx) => Sessions.list(ctx),
});

/** Ends one of the caller's sessions immediately; ignores any other id. */
export const end = userMutation({
  args: { sessionId: v.string() },
  returns: v.null(),
  handler: (ctx, { sessionId }) => Sessions.endOwn(ctx, sessionId),
});

/** Ends all of the caller's other sessions. */
export const endOthers = userMutation({
  args: {},
  returns: v.null(),
  handler: (ctx) => Sessions.endOthers(ctx),
});

/** True if the text has the format of a refresh token of this deployment: `tokenId|sessionId`. */
export const isRefreshToken = internalQuery({
  args: { refreshToken: v.string() },
  returns: v.boolean(),
  handler: (ctx, { refreshToken }) => Sessions.parseRefreshToken(ctx, refreshToken) !== null,
});

/**
 * Ends idle sessions. Called by a cron; each transaction is bounded and schedules the next one
 * while there are more.
 */
export const endIdle = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await Sessions.endIdle(ctx, Date.now());
    if (isMore) await ctx.scheduler.runAfter(0, internal.sessions.endIdle, {});
  },
});

/**
 * Deletes expired sessions, throttle buckets, codes, sign-ups, known clients, mails, webhook
 * deliveries, export slots, and leftovers of sign-ins without a password. Called by a cron; each
 * transaction is bounded and schedules the next one while there are more.
 */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    const leftovers = [
      await Sessions.endExpired(ctx, now),
      await Throttle.sweep(ctx, now),
      await MailedCodes.sweep(ctx, now),
      await SignUps.sweep(ctx, now),
      await KnownClients.sweep(ctx, now),
      await Mail.sweep(ctx, now),
      await WebhookDeliveries.sweep(ctx, now),
      await RunningExports.sweep(ctx, now),
      await IssuerSignIns.sweep(ctx, now),
      await IssuerSessions.sweep(ctx, now),
      await Tickets.sweep(ctx, now),
    ];
    if (leftovers.includes(true)) await ctx.scheduler.runAfter(0, internal.sessions.sweep, {});
  },
});
