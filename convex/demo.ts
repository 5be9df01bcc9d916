import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { passwordsBusy } from "./lib/errors";
import * as Seed from "./model/demo/seed";

/**
 * Events per transaction: about 125 writes, a small part of the processor time that a mutation may
 * use, so that a slow or busy machine loads the demo too.
 */
const BATCH = 25;

/**
 * Loads the demo: a dozen people who share this password, and about 300 samples in every status
 * with their history. Does nothing if a real person has an account, and resumes after an
 * interruption.
 */
export const seed = internalAction({
  args: { password: v.string() },
  returns: v.object({ isDemo: v.boolean() }),
  handler: async (ctx, { password }): Promise<{ isDemo: boolean }> => {
    if (await ctx.runQuery(internal.demo.hasRealPeople, {})) return { isDemo: false };
    const secret: string | null = await ctx.runAction(internal.passwords.hash, { password });
    if (secret === null) throw passwordsBusy();
    await ctx.runMutation(internal.demo.addPeople, { secret });
    const now = Date.now();
    for (let first = 0; first < Seed.DEMO_EVENTS; first += BATCH) {
      await ctx.runMutation(internal.demo.addEvents, { first, count: BATCH, now });
    }
    await ctx.runMutation(internal.demo.beginTrend, { now });
    return { isDemo: true };
  },
});

export const hasRealPeople = internalQuery({
  args: {},
  returns: v.boolean(),
  handler: (ctx) => Seed.hasRealPeople(ctx),
});

export const addPeople = internalMutation({
  args: { secret: v.string() },
  returns: v.null(),
  handler: (ctx, { secret }) => Seed.addPeople(ctx, secret, Date.now()),
});

export const addEvents = internalMutation({
  args: { first: v.number(), count: v.number(), now: v.number() },
  returns: v.null(),
  handler: (ctx, args) => Seed.addEvents(ctx, args),
});

export const beginTrend = internalMutation({
  args: { now: v.number() },
  returns: v.null(),
  handler: (ctx, { now }) => Seed.beginTrend(ctx, now),
});
