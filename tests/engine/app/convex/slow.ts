/** Functions that use much time, or wait for a promise that never settles. */

import { makeFunctionReference } from "convex/server";
import { v } from "convex/values";
import { action, mutation, query } from "./builders";

const works = makeFunctionReference<"query", { cpuMs: number }, number>("slow:worksQuery");

const worksWhenDigested = makeFunctionReference<"query", { cpuMs: number }, number>(
  "slow:worksAfterDigest",
);
const writesWhenDigested = makeFunctionReference<
  "mutation",
  { cpuMs: number; name: string },
  number
>("slow:writesAndWorksAfterDigest");

/** Uses CPU time; on a busy machine this takes longer on the clock. */
function work(cpuMs: number): number {
  const start = process.cpuUsage();
  for (;;) {
    const { user, system } = process.cpuUsage(start);
    if (user + system >= cpuMs * 1000) return cpuMs;
  }
}

export const worksQuery = query({
  args: { cpuMs: v.number(), key: v.optional(v.number()) },
  handler: (_ctx, { cpuMs }) => work(cpuMs),
});

/** Works in slices, with a read after each. */
export const worksBetweenReads = query({
  args: { cpuMs: v.number() },
  handler: async (ctx, { cpuMs }) => {
    for (let done = 0; done < cpuMs; done += work(25)) await ctx.db.query("counters").first();
    return cpuMs;
  },
});

export const callsWork = query({
  args: { cpuMs: v.number() },
  handler: async (ctx, { cpuMs }) => {
    await ctx.runQuery(works, { cpuMs: cpuMs / 2 });
    return ctx.runQuery(works, { cpuMs: cpuMs / 2 });
  },
});

export const worksAndWrites = mutation({
  args: { cpuMs: v.number(), name: v.string() },
  handler: async (ctx, { cpuMs, name }) => {
    await ctx.db.insert("counters", { name, value: 1 });
    return work(cpuMs);
  },
});

/** Works, waits for Node's thread pool, and works again. */
export const worksAfterDigest = query({
  args: { cpuMs: v.number(), cpuMsBefore: v.optional(v.number()), key: v.optional(v.number()) },
  handler: async (_ctx, { cpuMs, cpuMsBefore = 0 }) => {
    work(cpuMsBefore);
    await digestOfOneByte();
    return work(cpuMs);
  },
});

/** Works in slices, each after another wait. */
export const worksBetweenDigests = query({
  args: { cpuMs: v.number() },
  handler: async (_ctx, { cpuMs }) => {
    for (let done = 0; done < cpuMs; done += work(25)) await digestOfOneByte();
    return cpuMs;
  },
});

export const worksInCalledAfterDigest = query({
  args: { cpuMs: v.number() },
  handler: (ctx, { cpuMs }) => ctx.runQuery(worksWhenDigested, { cpuMs }),
});

export const writesAndWorksAfterDigest = mutation({
  args: { cpuMs: v.number(), name: v.string() },
  handler: async (ctx, { cpuMs, name }) => {
    await ctx.db.insert("counters", { name, value: 1 });
    await digestOfOneByte();
    return work(cpuMs);
  },
});

export const callsMutation = action({
  args: { cpuMs: v.number(), name: v.string() },
  handler: (ctx, args): Promise<number> => ctx.runMutation(writesWhenDigested, args),
});

const digestOfOneByte = () => crypto.subtle.digest("SHA-256", new Uint8Array(1));

export const worksInAction = action({
  args: { cpuMs: v.number() },
  handler: (_ctx, { cpuMs }) => work(cpuMs),
});

export const waitsInAction = action({
  args: {},
  handler: () => new Promise<null>(() => undefined),
});

/** Reads page after page; each page uses CPU time. */
export const worksPageByPage = action({
  args: { pages: v.number(), cpuMs: v.number() },
  handler: async (ctx, { pages, cpuMs }): Promise<number> => {
    for (let page = 0; page < pages; page++) await ctx.runQuery(works, { cpuMs });
    return pages;
  },
});

/** Requests all queries concurrently. */
export const worksTogether = action({
  args: { queries: v.number(), cpuMs: v.number() },
  handler: async (ctx, { queries, cpuMs }): Promise<number> => {
    const asked = Array.from({ length: queries }, () => ctx.runQuery(works, { cpuMs }));
    return (await Promise.all(asked)).length;
  },
});

export const waitsForever = mutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("counters", { name: "hanging", value: 1 });
    return new Promise<null>(() => undefined);
  },
});

export const queryThatWaitsForever = query({
  args: {},
  handler: () => new Promise<null>(() => undefined),
});

/** Repeatedly waits for Node's thread pool, reading in between. */
export const digests = mutation({
  args: { rounds: v.number() },
  handler: async (ctx, { rounds }) => {
    let digest = new ArrayBuffer(64);
    for (let round = 0; round < rounds; round++) {
      digest = await crypto.subtle.digest("SHA-256", digest);
      await ctx.db.query("counters").first();
    }
    return digest.byteLength;
  },
});

// Each of the following hangs the thread forever.

export const loopsQuery = query({
  args: { key: v.string() },
  handler: async (ctx) => {
    await ctx.db.query("counters").first();
    for (;;);
  },
});

export const loopsMutation = mutation({
  args: { key: v.string() },
  handler: async (ctx, { key }) => {
    await ctx.db.insert("counters", { name: key, value: 1 });
    return /^(a+)+$/.test(`${"a".repeat(40)}!`); // backtracks for a year
  },
});

export const loopsAction = action({
  args: { key: v.string() },
  handler: async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    for (;;);
  },
});

export const loopsAfterQuery = action({
  args: { key: v.string() },
  handler: async (ctx) => {
    await ctx.runQuery(works, { cpuMs: 1 });
    for (;;);
  },
});

export const loopsInMicrotasks = action({
  args: { key: v.string() },
  handler: async () => {
    for (;;) await Promise.resolve();
  },
});

export const loopsAfterDigest = mutation({
  args: { key: v.string() },
  handler: async () => {
    await crypto.subtle.digest("SHA-256", new Uint8Array(1));
    for (;;);
  },
});

export const loopsAtOnce = action({
  args: { key: v.string() },
  handler: () => {
    for (;;);
  },
});
