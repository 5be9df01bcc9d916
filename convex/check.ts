import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalQuery, type ActionCtx } from "./_generated/server";
import * as Check from "./model/check";

/**
 * `sms check`: recounts every sample and compares it with the counters, the identifiers and the rules
 * of custody. Bounded pages, so it runs beside people's work; figures that look wrong are counted again
 * in one transaction before they are reported. About 30 s for 100,000 samples.
 */
export const run = internalAction({
  args: {},
  returns: v.object({
    samples: v.number(),
    drift: v.array(Check.drift),
    faults: v.array(v.string()),
  }),
  handler: async (ctx) => {
    const { samples, held, faults } = await countSamples(ctx);
    faults.push(...(await identifierFaults(ctx)));
    const suspects = await findSuspects(ctx, held);
    const drift = await ctx.runQuery(internal.check.driftOfTotals, {});
    for (const email of suspects) {
      drift.push(...(await ctx.runQuery(internal.check.driftOf, { email })));
    }
    return { samples, drift, faults };
  },
});

async function countSamples(ctx: ActionCtx) {
  const total: Check.Held = {};
  const faults: string[] = [];
  let samples = 0;
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof Check.pageOfSamples>> = await ctx.runQuery(
      internal.check.pageOfSamples,
      { cursor },
    );
    samples += page.samples;
    faults.push(...page.faults);
    for (const [email, counts] of Object.entries(page.held)) add((total[email] ??= {}), counts);
    cursor = page.cursor;
  } while (cursor !== null);
  return { samples, held: total, faults };
}

function add(total: Check.Held[string], counts: Check.Held[string]): void {
  for (const [status, count] of Object.entries(counts)) {
    const key = status as keyof typeof counts;
    total[key] = (total[key] ?? 0) + count;
  }
}

async function identifierFaults(ctx: ActionCtx): Promise<string[]> {
  const faults: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof Check.pageOfIdentifiers>> = await ctx.runQuery(
      internal.check.pageOfIdentifiers,
      { cursor },
    );
    faults.push(...page.faults);
    cursor = page.cursor;
  } while (cursor !== null);
  return faults;
}

/** People whose counters differ from the recount, and people who hold samples without a counter. */
async function findSuspects(ctx: ActionCtx, held: Check.Held): Promise<Set<string>> {
  const suspects = new Set<string>();
  const withoutCounter = new Set(Object.keys(held));
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof Check.pageOfCounters>> = await ctx.runQuery(
      internal.check.pageOfCounters,
      { cursor },
    );
    for (const { email, counts } of page.counters) {
      withoutCounter.delete(email);
      if (Check.differs(counts, held[email])) suspects.add(email);
    }
    cursor = page.cursor;
  } while (cursor !== null);
  return new Set([...suspects, ...withoutCounter]);
}

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

export const driftOf = internalQuery({
  args: { email: v.string() },
  returns: v.array(Check.drift),
  handler: (ctx, { email }) => Check.driftOf(ctx, email),
});

export const driftOfTotals = internalQuery({
  args: {},
  returns: v.array(Check.drift),
  handler: (ctx) => Check.driftOfTotals(ctx),
});
