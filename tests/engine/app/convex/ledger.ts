import type { GenericMutationCtx } from "convex/server";
import { v } from "convex/values";
import { mutation, query, type DataModel } from "./builders";

/**
 * Money that must add up: a transfer changes two counters and appends a message, so that a partial
 * or repeated one is detected.
 */
const CHANNEL = "ledger";

export const transfer = mutation({
  args: { key: v.string(), from: v.string(), to: v.string(), amount: v.number() },
  returns: v.null(),
  handler: async (ctx, { key, from, to, amount }) => {
    await addTo(ctx, from, -amount);
    await addTo(ctx, to, amount);
    await ctx.db.insert("messages", { channel: CHANNEL, body: [key, from, to, amount].join("|") });
    return null;
  },
});

/** Rewrites an account with its current balance: its readers rerun, and see no change. */
export const rewrite = mutation({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    const counter = await ctx.db
      .query("counters")
      .withIndex("by_name", (q) => q.eq("name", name))
      .unique();
    if (!counter) return;
    await ctx.db.delete("counters", counter._id);
    await ctx.db.insert("counters", { name, value: counter.value });
  },
});

export const state = query({
  args: {},
  handler: async (ctx) => {
    const entries = await ctx.db
      .query("messages")
      .withIndex("by_channel", (q) => q.eq("channel", CHANNEL))
      .collect();
    const counters = await ctx.db
      .query("counters")
      .withIndex("by_name", (q) => q.gte("name", "account ").lt("name", "account!"))
      .collect();
    return {
      entries: entries.map(({ body }) => body),
      balances: Object.fromEntries(counters.map(({ name, value }) => [name, value])),
    };
  },
});

async function addTo(ctx: GenericMutationCtx<DataModel>, name: string, amount: number) {
  const counter = await ctx.db
    .query("counters")
    .withIndex("by_name", (q) => q.eq("name", name))
    .unique();
  if (counter) await ctx.db.patch("counters", counter._id, { value: counter.value + amount });
  else await ctx.db.insert("counters", { name, value: amount });
}
