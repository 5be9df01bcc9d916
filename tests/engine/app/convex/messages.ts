import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { internalMutation, mutation, query } from "./builders";

export const send = mutation({
  args: { channel: v.string(), body: v.string(), rank: v.optional(v.number()) },
  returns: v.id("messages"),
  handler: (ctx, args) => ctx.db.insert("messages", args),
});

/** Internal twin of `send`, for nested calls and jobs. */
export const sendInternal = internalMutation({
  args: { channel: v.string(), body: v.string() },
  returns: v.id("messages"),
  handler: (ctx, args) => ctx.db.insert("messages", args),
});

export const list = query({
  args: { channel: v.string() },
  handler: (ctx, { channel }) =>
    ctx.db
      .query("messages")
      .withIndex("by_channel", (q) => q.eq("channel", channel))
      .collect(),
});

export const latest = query({
  args: { channel: v.string(), count: v.number() },
  handler: (ctx, { channel, count }) =>
    ctx.db
      .query("messages")
      .withIndex("by_channel", (q) => q.eq("channel", channel))
      .order("desc")
      .take(count),
});

export const containing = query({
  args: { channel: v.string(), body: v.string() },
  handler: (ctx, { channel, body }) =>
    ctx.db
      .query("messages")
      .withIndex("by_channel", (q) => q.eq("channel", channel))
      .filter((q) => q.eq(q.field("body"), body))
      .collect(),
});

export const page = query({
  args: {
    channel: v.string(),
    paginationOpts: paginationOptsValidator,
    order: v.optional(v.union(v.literal("asc"), v.literal("desc"))),
  },
  handler: (ctx, { channel, paginationOpts, order = "asc" }) =>
    ctx.db
      .query("messages")
      .withIndex("by_channel_and_rank", (q) => q.eq("channel", channel))
      .order(order)
      .paginate(paginationOpts),
});

export const get = query({
  args: { id: v.id("messages") },
  handler: (ctx, { id }) => ctx.db.get("messages", id),
});

export const normalize = query({
  args: { id: v.string() },
  handler: (ctx, { id }) => ctx.db.normalizeId("messages", id),
});

export const edit = mutation({
  args: { id: v.id("messages"), body: v.optional(v.string()), rank: v.optional(v.number()) },
  returns: v.null(),
  handler: async (ctx, { id, ...fields }) => {
    await ctx.db.patch("messages", id, fields);
    return null;
  },
});

export const replace = mutation({
  args: { id: v.id("messages"), channel: v.string(), body: v.string() },
  returns: v.null(),
  handler: async (ctx, { id, ...value }) => {
    await ctx.db.replace("messages", id, value);
    return null;
  },
});

export const remove = mutation({
  args: { id: v.id("messages") },
  returns: v.null(),
  handler: async (ctx, { id }) => {
    await ctx.db.delete("messages", id);
    return null;
  },
});

/** Adds one to a counter; the sum shows whether each call happened exactly once. */
export const increment = mutation({
  args: { name: v.string() },
  returns: v.number(),
  handler: async (ctx, { name }) => {
    const counter = await ctx.db
      .query("counters")
      .withIndex("by_name", (q) => q.eq("name", name))
      .unique();
    const value = (counter?.value ?? 0) + 1;
    if (counter) await ctx.db.patch("counters", counter._id, { value });
    else await ctx.db.insert("counters", { name, value });
    return value;
  },
});

export const counter = query({
  args: { name: v.string() },
  returns: v.number(),
  handler: async (ctx, { name }) => {
    const found = await ctx.db
      .query("counters")
      .withIndex("by_name", (q) => q.eq("name", name))
      .unique();
    return found?.value ?? 0;
  },
});
