import { v } from "convex/values";
import { action, mutation, query } from "./builders";

export const uploadUrl = mutation({ args: {}, handler: (ctx) => ctx.storage.generateUploadUrl() });

export const url = query({
  args: { id: v.id("_storage") },
  handler: (ctx, { id }) => ctx.storage.getUrl(id),
});

export const row = query({
  args: { id: v.id("_storage") },
  handler: (ctx, { id }) => ctx.db.system.get("_storage", id),
});

export const remove = mutation({
  args: { id: v.id("_storage"), fail: v.optional(v.boolean()) },
  handler: async (ctx, { id, fail }) => {
    await ctx.storage.delete(id);
    if (fail) throw new Error("changed my mind");
  },
});

export const storeText = action({
  args: { text: v.string() },
  handler: (ctx, { text }) => ctx.storage.store(new Blob([text], { type: "text/plain" })),
});

export const readText = action({
  args: { id: v.id("_storage") },
  handler: async (ctx, { id }) => (await ctx.storage.get(id))?.text() ?? null,
});

export const storeInMutation = mutation({
  args: { text: v.string(), fail: v.optional(v.boolean()) },
  handler: async (ctx, { text, fail }) => {
    const id = await ctx.storage.store(new Blob([text]));
    const blob = await ctx.storage.get(id);
    if (fail) throw new Error("changed my mind");
    return { id, text: (await blob?.text()) ?? null };
  },
});
