import { v } from "convex/values";
import { checkAll, type CheckResult } from "#domain/check/check";
import { internal } from "./_generated/api";
import { internalAction, internalQuery } from "./_generated/server";
import * as Check from "./model/check/check";

/**
 * Recounts all samples, and compares the result with the counters, the identifiers and the rules of
 * custody: domain/check/check.ts. `sms check` reads the same parts itself.
 */
export const run = internalAction({
  args: {},
  returns: v.object({
    samples: v.number(),
    drift: v.array(Check.drift),
    faults: v.array(v.string()),
  }),
  handler: (ctx): Promise<CheckResult> =>
    checkAll({
      samples: (cursor) => ctx.runQuery(internal.check.pageOfSamples, { cursor }),
      identifiers: (cursor) => ctx.runQuery(internal.check.pageOfIdentifiers, { cursor }),
      counters: (cursor) => ctx.runQuery(internal.check.pageOfCounters, { cursor }),
      driftOfTotals: () => ctx.runQuery(internal.check.driftOfTotals, {}),
      heldBy: (email, cursor) => ctx.runQuery(internal.check.pageOfHeld, { email, cursor }),
    }),
});

const cursor = v.union(v.string(), v.null());

export const pageOfSamples = internalQuery({
  args: { cursor },
  handler: (ctx, args) => Check.pageOfSamples(ctx, args.cursor),
});

export const pageOfIdentifiers = internalQuery({
  args: { cursor },
  handler: (ctx, args) => Check.pageOfIdentifiers(ctx, args.cursor),
});

export const pageOfCounters = internalQuery({
  args: { cursor },
  handler: (ctx, args) => Check.pageOfCounters(ctx, args.cursor),
});

export const pageOfHeld = internalQuery({
  args: { email: v.string(), cursor },
  handler: (ctx, args) => Check.pageOfHeld(ctx, args),
});

export const driftOfTotals = internalQuery({
  args: {},
  returns: v.array(Check.drift),
  handler: (ctx) => Check.driftOfTotals(ctx),
});
