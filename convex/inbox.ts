import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { HAND_OVER_LISTS } from "#domain/samples/lists";
import { REQUEST_STATUSES } from "#domain/custody/overdue";
import { internal } from "./_generated/api";
import type { Doc } from "./_generated/dataModel";
import { internalMutation } from "./_generated/server";
import { userMutation, userQuery } from "./lib/functions";
import { oneOf } from "./lib/validators";
import * as Digests from "./model/inbox/digests";
import * as Inbox from "./model/inbox/inbox";
import * as Leavers from "./model/inbox/leavers";
import * as Notifications from "./model/notifications/notifications";
import * as Nudges from "./model/inbox/nudges";
import * as OverdueFollow from "./model/custody/overdueFollow";
import * as Snoozes from "./model/notifications/snoozes";
import { notificationFields } from "./schema/inbox";
import { requestDetails } from "./schema/samples";

/** Maximum number of hand-overs shown by the badge, the panel and the notices. */
const NEWEST = 50;

/**
 * Times are epoch ms, UTC; the client compares them with its clock to show what is overdue or
 * snoozed.
 */
const request = {
  sampleId: v.id("samples"),
  kind: oneOf(HAND_OVER_LISTS),
  model: v.string(),
  brand: v.string(),
  serialNumber: v.string(),
  imei1: v.string(),
  imei2: v.string(),
  details: v.optional(requestDetails),
  since: v.number(),
  overdueAt: v.optional(v.number()),
  snoozedUntil: v.optional(v.number()),
};

const waitingItems = v.object({
  /** `onBehalfOf`: e-mail of the absent person for whom the caller answers. */
  items: v.array(v.object({ ...request, from: v.string(), onBehalfOf: v.optional(v.string()) })),
  total: v.number(),
});

/** The newest 50 hand-overs that await the caller's acknowledgement. */
export const waiting = userQuery({
  args: {},
  returns: waitingItems,
  handler: (ctx) => Inbox.waiting(ctx, { limit: NEWEST, order: "desc" }),
});

/** The oldest `limit` hand-overs that await the caller's answer, at most 300, oldest first. */
export const toAnswer = userQuery({
  args: { limit: v.number() },
  returns: waitingItems,
  handler: (ctx, { limit }) => Inbox.waiting(ctx, { limit, order: "asc" }),
});

/** The oldest `limit` of the caller's own pending requests, at most 300, oldest first. */
export const sent = userQuery({
  args: { limit: v.number() },
  returns: v.object({
    items: v.array(v.object({ ...request, to: v.string(), nudgedAt: v.optional(v.number()) })),
    total: v.number(),
  }),
  handler: (ctx, { limit }) => Inbox.sent(ctx, limit),
});

/** People of the caller's team, for an admin of the company, who left something behind. */
export const leavers = userQuery({
  args: {},
  returns: v.object({
    people: v.array(
      v.object({
        uid: v.string(),
        email: v.string(),
        since: v.number(),
        held: v.number(),
        awaited: v.number(),
        isCut: v.boolean(),
      }),
    ),
    isMore: v.boolean(),
  }),
  handler: (ctx) => Leavers.list(ctx, ctx.actor),
});

const notification = v.object({ _id: v.id("notifications"), ...notificationFields });

const shown = ({ _creationTime, isForDigest, ...rest }: Doc<"notifications">) => rest;

/** One page of the caller's notifications of the last 30 days, newest first. */
export const news = userQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(notification),
  handler: async (ctx, { paginationOpts }) => {
    const found = await Notifications.page(ctx, paginationOpts);
    return { ...found, page: found.page.map(shown) };
  },
});

/** The caller's newest 50 unseen notifications. */
export const unseenNews = userQuery({
  args: {},
  returns: v.object({ items: v.array(notification), isMore: v.boolean() }),
  handler: async (ctx) => {
    const { items, isMore } = await Notifications.unseen(ctx);
    return { items: items.map(shown), isMore };
  },
});

/**
 * Marks the caller's notifications until `until` (epoch ms) as seen.
 * @returns whether more may be left
 */
export const markSeen = userMutation({
  args: { until: v.number() },
  returns: v.boolean(),
  handler: (ctx, { until }) => Notifications.markSeen(ctx, until),
});

/**
 * Asks for an answer.
 * @throws the errors of model/inbox/nudges.ts
 */
export const nudge = userMutation({
  args: { sampleId: v.string() },
  returns: v.null(),
  handler: (ctx, { sampleId }) => Nudges.nudge(ctx, sampleId, Date.now()),
});

/**
 * Snoozes an item until `until` (epoch ms).
 * @throws the errors of model/notifications/snoozes.ts
 */
export const snooze = userMutation({
  args: { sampleId: v.string(), until: v.number() },
  returns: v.null(),
  handler: (ctx, args) => Snoozes.snooze(ctx, args, Date.now()),
});

/** The caller's digest settings; null if they have no digests yet. */
export const digest = userQuery({
  args: {},
  returns: v.union(v.null(), v.object({ isMuted: v.boolean(), timeZone: v.string() })),
  handler: async (ctx) => {
    const found = await Digests.digestOf(ctx, ctx.actor.email);
    return found && { isMuted: found.isMuted, timeZone: found.timeZone };
  },
});

export const muteDigest = userMutation({
  args: { isMuted: v.boolean() },
  returns: v.null(),
  handler: (ctx, { isMuted }) => Digests.setMuted(ctx, ctx.actor.email, isMuted),
});

/**
 * @param timeZone for example `America/Sao_Paulo`
 * @throws INPUT_INVALID
 */
export const reportTimeZone = userMutation({
  args: { timeZone: v.string() },
  returns: v.null(),
  handler: (ctx, { timeZone }) => Digests.setTimeZone(ctx, timeZone, Date.now()),
});

/** Runs the digests of the next batch of people: model/inbox/digests.ts. */
export const runDigests = internalMutation({
  args: {},
  returns: v.null(),
  handler: (ctx) => Digests.runDue(ctx, Date.now()),
});

/** Creates the digest rows of older accounts. Called by a cron; each batch schedules the next. */
export const beginDigests = internalMutation({
  args: { cursor: v.optional(v.string()) },
  returns: v.null(),
  handler: (ctx, { cursor }) => Digests.beginMissing(ctx, cursor ?? null, Date.now()),
});

/** Updates the marks of people who left: model/inbox/leavers.ts. Each batch schedules the next. */
export const followLeavers = internalMutation({
  args: { cursor: v.optional(v.string()) },
  returns: v.null(),
  handler: (ctx, { cursor }) => Leavers.followAll(ctx, cursor ?? null),
});

/**
 * Recomputes when requests pending with a person become overdue: model/custody/overdueFollow.ts.
 */
export const followThresholds = internalMutation({
  args: {
    email: v.string(),
    status: oneOf(REQUEST_STATUSES),
    cursor: v.union(v.string(), v.null()),
  },
  returns: v.null(),
  handler: (ctx, args) => OverdueFollow.nextBatch(ctx, args),
});

/**
 * Deletes expired notifications, nudges and snoozes. Called by a cron; each batch schedules the
 * next.
 */
export const sweep = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    const leftovers = [
      await Notifications.sweep(ctx, now),
      await Nudges.sweep(ctx, now),
      await Snoozes.sweep(ctx, now),
    ];
    if (leftovers.includes(true)) await ctx.scheduler.runAfter(0, internal.inbox.sweep, {});
  },
});
