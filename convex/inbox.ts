import { v } from "convex/values";
import { REQUEST_STATUSES } from "../domain/overdue";
import { internalMutation } from "./_generated/server";
import { userQuery } from "./lib/functions";
import { oneOf } from "./lib/validators";
import * as Inbox from "./model/inbox";
import * as OverdueFollow from "./model/overdueFollow";

/**
 * The hand-overs that wait for the caller's acknowledgement, newest first; `since` is epoch ms,
 * UTC.
 */
export const waiting = userQuery({
  args: {},
  returns: v.object({
    items: v.array(
      v.object({
        sampleId: v.id("samples"),
        kind: v.union(v.literal("transfer"), v.literal("return"), v.literal("lost")),
        model: v.string(),
        brand: v.string(),
        serialNumber: v.string(),
        from: v.string(),
        since: v.number(),
      }),
    ),
    total: v.number(),
  }),
  handler: (ctx) => Inbox.waiting(ctx),
});

/** Computes anew when what waits for a person is overdue: model/overdueFollow.ts. */
export const followThresholds = internalMutation({
  args: {
    email: v.string(),
    status: oneOf(REQUEST_STATUSES),
    cursor: v.union(v.string(), v.null()),
  },
  returns: v.null(),
  handler: async (ctx, args) => {
    await OverdueFollow.nextBatch(ctx, args);
    return null;
  },
});
