/** Functions of the simulated month (bench/month/). Times are epoch ms. */
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { internalMutation, internalQuery } from "../../../convex/_generated/server";
import { DAY_MS } from "#domain/common/durations";
import { STEPS } from "#domain/custody/workflow";
import { oneOf } from "../../../convex/lib/validators";
import * as Counters from "../../../convex/model/samples/counters";
import * as Custody from "../../../convex/model/custody/custody";
import * as Digests from "../../../convex/model/inbox/digests";
import * as Transactions from "../../../convex/model/common/transactions";
import * as Users from "../../../convex/model/people/users";

/** More than anyone holds, so that no limit is exceeded. */
const NO_LIMIT = 100_000;

/** Gives people their zone and thresholds; their digests begin at `start`. */
export const beginMonth = internalMutation({
  args: {
    start: v.number(),
    people: v.array(
      v.object({
        email: v.string(),
        zone: v.string(),
        days: v.number(),
        every: v.number(),
        nextAt: v.number(),
      }),
    ),
  },
  returns: v.null(),
  handler: async (ctx, { start, people }) => {
    for (const { email, zone: timeZone, days, every, nextAt } of people) {
      const user = await Users.getByEmailOrThrow(ctx, email);
      const digest = await Digests.digestOf(ctx, email);
      if (digest === null) throw new Error(`${email} has no digests`);
      const limits = { trOwnerSamples: NO_LIMIT, samplmax: NO_LIMIT };
      const thresholds = { trInTransitDays: days, trInTransitDaysRec: every, ...limits };
      await ctx.db.patch("users", user._id, thresholds);
      await Counters.applyLimits(ctx, { ...user, ...thresholds });
      await ctx.db.patch("digests", digest._id, {
        timeZone,
        nextAt,
        coveredUntil: start - DAY_MS,
      });
    }
    return null;
  },
});

/** The samples that a person holds. */
export const heldBy = internalQuery({
  args: { email: v.string() },
  returns: v.array(v.object({ sampleId: v.id("samples"), serial: v.string() })),
  handler: async (ctx, { email }) => {
    const samples = await ctx.db
      .query("samples")
      .withIndex("by_samplmanag_and_supervisor", (q) => q.eq("samplmanag", email))
      .take(1_000);
    return samples.map(({ _id, serialNumber }) => ({ sampleId: _id, serial: serialNumber }));
  },
});

/** Takes steps as several people in one transaction; does nothing if they were already taken. */
export const takeSteps = internalMutation({
  args: {
    steps: v.array(
      v.object({
        by: v.string(),
        step: oneOf(STEPS),
        sampleId: v.string(),
        transactionId: v.string(),
        chosen: v.optional(v.string()),
        reason: v.optional(v.string()),
      }),
    ),
  },
  returns: v.null(),
  handler: async (ctx, { steps }) => {
    const [first] = steps;
    if (first === undefined) return null;
    const { _id: uid } = await Users.getByEmailOrThrow(ctx, first.by);
    if ((await Transactions.findRecord(ctx, uid, first.transactionId)) !== null) return null;
    for (const { by, step, ...args } of steps) {
      const actor = await Users.getByEmailOrThrow(ctx, by);
      await Custody.takeStep({ ...ctx, actor }, step, args, Date.now());
    }
    return null;
  },
});

/** True while any digest is due. */
export const isDigestDue = internalQuery({
  args: { now: v.number() },
  returns: v.boolean(),
  handler: async (ctx, { now }) => {
    const digests = ctx.db.query("digests").withIndex("by_nextAt", (q) => q.lte("nextAt", now));
    return (await digests.first()) !== null;
  },
});

/** A page of all mails: recipient, time, and the samples that wait for the reader. */
export const mailsOfMonth = internalQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: v.object({
    page: v.array(v.object({ to: v.string(), at: v.number(), serials: v.array(v.string()) })),
    isDone: v.boolean(),
    continueCursor: v.string(),
  }),
  handler: async (ctx, { paginationOpts }) => {
    const { page, isDone, continueCursor } = await ctx.db.query("mail").paginate(paginationOpts);
    const mails = page.map(({ to, nextAttemptAt: at, message: { text } }) => {
      const serials = [...text.matchAll(/, (\S+): sent by/g)].map(([, serial = ""]) => serial);
      return { to, at, serials };
    });
    return { page: mails, isDone, continueCursor };
  },
});

/** A page of the escalations to supervisors: serial numbers of unanswered requests. */
export const escalationsOfMonth = internalQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: v.object({
    page: v.array(v.string()),
    isDone: v.boolean(),
    continueCursor: v.string(),
  }),
  handler: async (ctx, { paginationOpts }) => {
    const found = await ctx.db.query("notifications").paginate(paginationOpts);
    const { page, isDone, continueCursor } = found;
    const serials = page.flatMap(({ notice }) =>
      notice.kind === "unanswered" ? [notice.serialNumber] : [],
    );
    return { page: serials, isDone, continueCursor };
  },
});
