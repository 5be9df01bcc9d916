/** Functions at the edge of what is allowed: errors, limits, the frozen clock, nesting. */

import { makeFunctionReference } from "convex/server";
import { ConvexError, v } from "convex/values";
import { mutation, query } from "./builders";

const countUp = makeFunctionReference<"mutation", { name: string }>("messages:increment");

export const whoAmI = query({ args: {}, handler: (ctx) => ctx.auth.getUserIdentity() });

export const onlyAna = query({
  args: {},
  handler: async (ctx) => {
    if ((await ctx.auth.getUserIdentity())?.subject !== "ana") throw new ConvexError("not Ana");
  },
});

export const echo = query({
  args: { value: v.any() },
  handler: (_ctx, { value }) => value as unknown,
});

export const store = mutation({
  args: { value: v.any() },
  handler: (ctx, { value }) => ctx.db.insert("values", value as Record<string, never>),
});

export const breaksItsPromise = query({
  args: {},
  returns: v.string(),
  handler: () => 42 as unknown as string,
});

export const refuses = mutation({
  args: { write: v.boolean() },
  handler: async (ctx, { write }) => {
    if (write) await ctx.db.insert("counters", { name: "refused", value: 1 });
    throw new ConvexError({ code: "NOT_YOURS", message: "It is somebody else's." });
  },
});

export const crashes = query({
  args: {},
  handler: () => {
    throw new TypeError("a bug");
  },
});

export const logs = query({
  args: {},
  handler: () => {
    console.log("hello", { a: 1 }, [2n]);
    console.warn("careful");
    return null;
  },
});

export const logsALot = query({
  args: {},
  handler: () => {
    for (let line = 0; line < 300; line++) console.log(line);
    return null;
  },
});

/** Reads the clock twice, with a millisecond of work in between. */
export const clock = query({
  args: {},
  handler: () => {
    const first = Date.now();
    const busyUntil = performance.now() + 5;
    while (performance.now() < busyUntil);
    return { first, second: Date.now(), date: new Date().getTime(), random: Math.random() };
  },
});

export const usesForbidden = query({
  args: { what: v.union(v.literal("fetch"), v.literal("setTimeout")) },
  handler: async (_ctx, { what }) => {
    if (what === "fetch") await fetch("http://127.0.0.1:9");
    else setTimeout(() => undefined, 1);
  },
});

export const environment = query({
  args: {},
  handler: () => ({ ...process.env }),
});

export const forgetsToAwait = mutation({
  args: {},
  handler: (ctx) => {
    void Promise.resolve()
      .then(() => new Promise<void>((resolve) => queueMicrotask(resolve)))
      .then(() => crypto.subtle.digest("SHA-256", new Uint8Array(1)))
      .then(() => ctx.db.insert("counters", { name: "late", value: 1 }))
      .catch(() => undefined);
    return null;
  },
});

export const readsSystemTable = query({
  args: { table: v.string() },
  handler: (ctx, { table }) => ctx.db.system.query(table as "_storage").collect(),
});

export const metrics = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("counters", { name: "measured", value: 1 });
    await ctx.db.query("counters").collect();
    return ctx.meta.getTransactionMetrics();
  },
});

export const metadata = mutation({
  args: {},
  handler: async (ctx) => ({
    request: await ctx.meta.getRequestMetadata(),
    function: await ctx.meta.getFunctionMetadata(),
  }),
});

export const scansTooMuch = query({
  args: { queries: v.number() },
  handler: async (ctx, { queries }) => {
    for (let query = 0; query < queries; query++) await ctx.db.query("counters").first();
  },
});

export const schedulesTooMuch = mutation({
  args: { count: v.number(), name: v.optional(v.string()) },
  handler: async (ctx, { count, name = "later" }) => {
    for (let job = 0; job < count; job++) await ctx.scheduler.runAfter(1e6, countUp, { name });
  },
});

export const searches = query({
  args: {},
  handler: (ctx) =>
    // There is no search index: the engine must refuse before it looks one up.
    ctx.db
      .query("messages")
      .withSearchIndex("by_body" as never, (q) => q.search("body" as never, "x"))
      .collect(),
});

export const paginatesTwice = query({
  args: {},
  handler: async (ctx) => {
    const paginationOpts = { numItems: 1, cursor: null };
    await ctx.db.query("messages").paginate(paginationOpts);
    await ctx.db.query("counters").paginate(paginationOpts);
  },
});

export const unsetRank = mutation({
  args: { id: v.id("messages") },
  handler: (ctx, { id }) => ctx.db.patch("messages", id, { rank: undefined }),
});

/** Returns a result of two-byte characters, larger than a document may be. */
export const storesAndReturns = mutation({
  args: { chars: v.number() },
  handler: async (ctx, { chars }) => {
    await ctx.db.insert("counters", { name: "large result", value: 1 });
    return "é".repeat(chars);
  },
});

const atLoad = process.env["AT_LOAD"] ?? null;

export const environmentAtLoad = query({ args: {}, handler: () => atLoad });

/** Leaves a dangling promise that rejects long after the mutation has ended. */
export const rejectsLater = mutation({
  args: {},
  handler: () => {
    void crypto.subtle.digest("SHA-256", new Uint8Array(1)).then(() => {
      throw new Error("forgotten");
    });
    return null;
  },
});

/** Throws in a microtask, while the mutation waits for something else. */
export const throwsInMicrotask = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("counters", { name: "stray", value: 1 });
    queueMicrotask(() => {
      throw new Error("stray");
    });
    await crypto.subtle.digest("SHA-256", new Uint8Array(1));
    return null;
  },
});

/** Leaves a dangling promise that rejects before the mutation has ended. */
export const rejectsMeanwhile = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("counters", { name: "stray", value: 1 });
    void Promise.reject(new Error("stray"));
    await crypto.subtle.digest("SHA-256", new Uint8Array(1));
    return null;
  },
});
