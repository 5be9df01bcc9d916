import { v } from "convex/values";
import { NO_SAMPLES, type StatusCounts } from "../domain/statuses";
import { internal } from "./_generated/api";
import { internalAction, internalQuery, type ActionCtx } from "./_generated/server";
import * as Check from "./model/check";
import { sum } from "./model/totals";

/**
 * Recounts every sample for `sms check` and compares the result with the counters, the identifiers
 * and the rules of custody. It reads bounded pages, so it runs beside people's work; figures that
 * look wrong are counted again in one transaction before they are reported. About 30 s for 100,000
 * samples.
 */
export const run = internalAction({
  args: {},
  returns: v.object({
    samples: v.number(),
    drift: v.array(Check.drift),
    faults: v.array(v.string()),
  }),
  handler: async (ctx): Promise<{ samples: number; drift: Check.Drift[]; faults: string[] }> => {
    const { samples, counted, faults } = await countSamples(ctx);
    faults.push(...(await identifierFaults(ctx)));
    const suspects = await findSuspects(ctx, counted);
    const drift = await ctx.runQuery(internal.check.driftOfTotals, {});
    for (const email of suspects) {
      const found = await ctx.runQuery(internal.check.driftOf, { email });
      if (found === null) faults.push(`figures of ${email} differ, or changed while being counted`);
      else drift.push(...found);
    }
    return { samples, drift, faults };
  },
});

type SamplesPage = Awaited<ReturnType<typeof Check.pageOfSamples>>;
type FaultsPage = Awaited<ReturnType<typeof Check.pageOfIdentifiers>>;
type CountersPage = Awaited<ReturnType<typeof Check.pageOfCounters>>;
type Counted = Map<string, StatusCounts>;

/** Yields the pages that `read` returns, each from the cursor of the one before it. */
async function* pagesOf<Page extends { readonly cursor: string | null }>(
  read: (cursor: string | null) => Promise<Page>,
): AsyncGenerator<Page, void> {
  let cursor: string | null = null;
  do {
    const page: Page = await read(cursor);
    yield page;
    cursor = page.cursor;
  } while (cursor !== null);
}

async function countSamples(ctx: ActionCtx) {
  const counted: Counted = new Map();
  const faults: string[] = [];
  let samples = 0;
  const pages = pagesOf<SamplesPage>((cursor) =>
    ctx.runQuery(internal.check.pageOfSamples, { cursor }),
  );
  for await (const page of pages) {
    samples += page.samples;
    faults.push(...page.faults);
    for (const { email, counts } of page.held) {
      counted.set(email, sum(counted.get(email) ?? NO_SAMPLES, counts));
    }
  }
  return { samples, counted, faults };
}

async function identifierFaults(ctx: ActionCtx): Promise<string[]> {
  const found: string[] = [];
  const pages = pagesOf<FaultsPage>((cursor) =>
    ctx.runQuery(internal.check.pageOfIdentifiers, { cursor }),
  );
  for await (const { faults } of pages) found.push(...faults);
  return found;
}

/**
 * Returns the people whose counters differ from the recount, or who hold samples without a counter.
 */
async function findSuspects(ctx: ActionCtx, counted: Counted): Promise<Set<string>> {
  const suspects = new Set(counted.keys());
  const pages = pagesOf<CountersPage>((cursor) =>
    ctx.runQuery(internal.check.pageOfCounters, { cursor }),
  );
  for await (const { counters } of pages) {
    for (const { email, counts } of counters) {
      if (Check.differs(counts, counted.get(email) ?? NO_SAMPLES)) suspects.add(email);
      else suspects.delete(email);
    }
  }
  return suspects;
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
  returns: v.union(v.array(Check.drift), v.null()),
  handler: (ctx, { email }) => Check.driftOf(ctx, email),
});

export const driftOfTotals = internalQuery({
  args: {},
  returns: v.array(Check.drift),
  handler: (ctx) => Check.driftOfTotals(ctx),
});
