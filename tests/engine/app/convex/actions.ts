import { makeFunctionReference } from "convex/server";
import { v } from "convex/values";
import { action } from "./builders";

const send = makeFunctionReference<"mutation", { channel: string; body: string }, string>(
  "messages:sendInternal",
);
const list = makeFunctionReference<"query", { channel: string }, { body: string }[]>(
  "messages:list",
);
const refuses = makeFunctionReference<"mutation", { write: boolean }>("edges:refuses");
const echoing = makeFunctionReference<"action", { text: string }, string>("actions:echo");
const whoAmI = makeFunctionReference<"query">("edges:whoAmI");

/** Writes through an internal mutation, then reads what it wrote. */
export const sendAndList = action({
  args: { channel: v.string(), body: v.string() },
  returns: v.array(v.string()),
  handler: async (ctx, args): Promise<string[]> => {
    await ctx.runMutation(send, args);
    return (await ctx.runQuery(list, { channel: args.channel })).map(({ body }) => body);
  },
});

export const echo = action({ args: { text: v.string() }, handler: (_ctx, { text }) => text });

export const echoByAction = action({
  args: { text: v.string() },
  handler: (ctx, args): Promise<string> => ctx.runAction(echoing, args),
});

export const meetsRefusal = action({
  args: {},
  handler: (ctx) => ctx.runMutation(refuses, { write: true }),
});

export const innerIdentity = action({ args: {}, handler: (ctx) => ctx.runQuery(whoAmI, {}) });

/** Waits twice concurrently, to show that actions run in parallel. */
export const waits = action({
  args: { ms: v.number() },
  handler: async (_ctx, { ms }) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return Date.now();
  },
});
