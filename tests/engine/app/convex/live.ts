import { v } from "convex/values";
import { query } from "./builders";

/**
 * Reads the identity only while the counter is odd: whether a result may be shared changes with
 * data.
 */
export const sometimesPersonal = query({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    const counter = await ctx.db
      .query("counters")
      .withIndex("by_name", (q) => q.eq("name", name))
      .unique();
    if ((counter?.value ?? 0) % 2 === 0) return "everybody's";
    return (await ctx.auth.getUserIdentity())?.subject ?? "nobody's";
  },
});

/** Returns the counter under an argument unique to each `reader`, using some milliseconds. */
export const slowCounter = query({
  args: { name: v.string(), reader: v.number() },
  handler: async (ctx, { name }) => {
    const counter = await ctx.db
      .query("counters")
      .withIndex("by_name", (q) => q.eq("name", name))
      .unique();
    let sum = 0;
    for (let i = 0; i < 3_000_000; i++) sum += i % 7;
    return (counter?.value ?? 0) + sum * 0;
  },
});
