import { makeFunctionReference } from "convex/server";
import { v } from "convex/values";
import { action, internalAction, internalMutation, mutation, query } from "./builders";

const increment = makeFunctionReference<"mutation", { name: string }>("messages:increment");
const failing = makeFunctionReference<"mutation">("jobs:fail");
const incrementByAction = makeFunctionReference<"action", { name: string }>("jobs:byAction");
const hanging = makeFunctionReference<"action", { name: string }>("jobs:hang");

/** A job of each kind, or one that fails. */
export const schedule = mutation({
  args: {
    job: v.union(v.literal("mutation"), v.literal("action"), v.literal("fail"), v.literal("hang")),
    name: v.string(),
    delayMs: v.number(),
  },
  handler: async (ctx, { job, name, delayMs }) => {
    if (job === "mutation") return ctx.scheduler.runAfter(delayMs, increment, { name });
    if (job === "action") return ctx.scheduler.runAfter(delayMs, incrementByAction, { name });
    if (job === "hang") return ctx.scheduler.runAfter(delayMs, hanging, { name });
    return ctx.scheduler.runAfter(delayMs, failing, {});
  },
});

export const scheduleFromAction = action({
  args: { name: v.string() },
  handler: (ctx, { name }) => ctx.scheduler.runAfter(0, increment, { name }),
});

export const cancel = mutation({
  args: { id: v.id("_scheduled_functions") },
  handler: (ctx, { id }) => ctx.scheduler.cancel(id),
});

export const state = query({
  args: { id: v.id("_scheduled_functions") },
  handler: (ctx, { id }) => ctx.db.system.get("_scheduled_functions", id),
});

export const scheduleUnknown = mutation({
  args: {},
  handler: (ctx) =>
    ctx.scheduler.runAfter(0, makeFunctionReference<"mutation">("jobs:nothing"), {}),
});

export const scheduleFarAway = mutation({
  args: {},
  handler: (ctx) => ctx.scheduler.runAfter(6 * 365 * 24 * 3600 * 1000, increment, { name: "far" }),
});

export const fail = internalMutation({
  args: {},
  handler: async (ctx) => {
    await ctx.db.insert("counters", { name: "failing job", value: 1 });
    throw new Error("the job failed");
  },
});

export const byAction = internalAction({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    await ctx.runMutation(increment, { name });
  },
});

export const hang = internalAction({
  args: { name: v.string() },
  handler: async (ctx, { name }) => {
    await ctx.runMutation(increment, { name });
    await new Promise(() => undefined);
  },
});
