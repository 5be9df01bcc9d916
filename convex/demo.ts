import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { DEMO_SAMPLES } from "./model/demo/devices";
import * as Seed from "./model/demo/seed";

/** Samples of one transaction: about 1,000 writes. */
const BATCH = 25;

/**
 * Loads the demo: a dozen people, all with this password, and some 300 samples in every status with
 * their history. It does nothing where a real person has an account, and goes on after an
 * interruption.
 */
export const seed = internalAction({
  args: { password: v.string() },
  returns: v.object({ isDemo: v.boolean() }),
  handler: async (ctx, { password }): Promise<{ isDemo: boolean }> => {
    if (await ctx.runQuery(internal.demo.hasRealPeople, {})) return { isDemo: false };
    const secret: string = await ctx.runAction(internal.passwords.hash, { password });
    await ctx.runMutation(internal.demo.addPeople, { secret });
    const now = Date.now();
    for (let first = 0; first < DEMO_SAMPLES; first += BATCH) {
      const count = Math.min(BATCH, DEMO_SAMPLES - first);
      await ctx.runMutation(internal.demo.addSamples, { first, count, now });
    }
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
  handler: async (ctx, { secret }) => {
    await Seed.addPeople(ctx, secret, Date.now());
    return null;
  },
});

export const addSamples = internalMutation({
  args: { first: v.number(), count: v.number(), now: v.number() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await Seed.addSamples(ctx, args);
    return null;
  },
});
