/** Functions that call functions. */

import { makeFunctionReference } from "convex/server";
import { ConvexError, v } from "convex/values";
import { internalMutation, internalQuery, mutation, query } from "./builders";

const insertCounter = makeFunctionReference<"mutation", { name: string }>("nested:insert");
const failing = makeFunctionReference<"mutation", { name: string }>("nested:insertThenFail");
const countCounters = makeFunctionReference<"query", { name: string }, number>("nested:count");
const deeper = makeFunctionReference<"query", { depth: number }, number>("nested:depth");
const slow = makeFunctionReference<"mutation", { name: string }>("nested:insertSlowly");
const removeFile = makeFunctionReference<"mutation", { id: string; fail: boolean }>("files:remove");
const identity = makeFunctionReference<"query">("edges:whoAmI");

export const insert = internalMutation({
  args: { name: v.string() },
  handler: (ctx, { name }) => ctx.db.insert("counters", { name, value: 1 }),
});

export const insertThenFail = internalMutation({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    await ctx.db.insert("counters", { name, value: 1 });
    await ctx.scheduler.runAfter(0, insertCounter, { name: `${name} scheduled` });
    throw new ConvexError({ code: "INNER", name });
  },
});

export const count = internalQuery({
  args: { name: v.string() },
  returns: v.number(),
  handler: async (ctx, { name }) => {
    const found = await ctx.db
      .query("counters")
      .withIndex("by_name", (q) => q.eq("name", name))
      .collect();
    return found.length;
  },
});

/** Keeps its own write and a nested success; catches a nested failure with its data. */
export const survivesInnerFailure = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("counters", { name: "outer", value: 1 });
    await ctx.runMutation(insertCounter, { name: "succeeded" });
    let caught: unknown = null;
    try {
      await ctx.runMutation(failing, { name: "failed" });
    } catch (error) {
      caught = error instanceof ConvexError ? (error.data as unknown) : String(error);
    }
    return {
      caught,
      seenAfterRollback: await ctx.runQuery(countCounters, { name: "failed" }),
      seenOfSuccess: await ctx.runQuery(countCounters, { name: "succeeded" }),
    };
  },
});

export const passesInnerFailureOn = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("counters", { name: "doomed", value: 1 });
    await ctx.runMutation(failing, { name: "doomed too" });
  },
});

export const depth = query({
  args: { depth: v.number() },
  returns: v.number(),
  handler: async (ctx, args): Promise<number> =>
    args.depth === 1 ? 1 : 1 + (await ctx.runQuery(deeper, { depth: args.depth - 1 })),
});

export const innerIdentity = query({ args: {}, handler: (ctx) => ctx.runQuery(identity, {}) });

export const staleCount = mutation({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    await ctx.db.insert("counters", { name, value: 1 });
    return {
      stale: await ctx.runQuery(countCounters, { name }, { useStaleSnapshot: true }),
      own: await ctx.runQuery(countCounters, { name }),
    };
  },
});

/** Calls everything concurrently: only the failing call's writes may be undone. */
export const sideBySide = mutation({
  args: {},
  handler: async (ctx) => {
    const results = await Promise.allSettled([
      ctx.runMutation(insertCounter, { name: "side 1" }),
      ctx.runMutation(failing, { name: "side 2" }),
      ctx.db.insert("counters", { name: "side 3", value: 1 }),
      ctx.runMutation(insertCounter, { name: "side 4" }),
    ]);
    return results.map(({ status }) => status);
  },
});

export const insertSlowly = internalMutation({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    await crypto.subtle.digest("SHA-256", new Uint8Array(1));
    await ctx.db.insert("counters", { name, value: 1 });
  },
});

export const forgetsNested = mutation({
  args: {},
  handler: (ctx) => {
    void ctx.runMutation(slow, { name: "forgotten" }).catch((error) => console.log(String(error)));
    return null;
  },
});

export const spareFile = mutation({
  args: { id: v.id("_storage") },
  handler: async (ctx, { id }) => {
    await ctx.runMutation(removeFile, { id, fail: true }).catch(() => undefined);
  },
});
