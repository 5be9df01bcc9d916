import { v } from "convex/values";
import { userQuery } from "./lib/functions";
import * as Inbox from "./model/inbox";

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
