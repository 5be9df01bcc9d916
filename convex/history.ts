import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { userQuery } from "./lib/functions";
import * as History from "./model/history";
import { historyDoc } from "./schema/samples";

/** One sample's records, newest first. */
export const forSample = userQuery({
  args: { sampleId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(historyDoc),
  handler: (ctx, args) => History.pageForSample(ctx, args.sampleId, args.paginationOpts),
});

/** The History screen, newest first. `mine`: records in which the caller is the manager. */
export const list = userQuery({
  args: {
    scope: v.union(v.literal("all"), v.literal("mine"), v.literal("team")),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(historyDoc),
  handler: (ctx, args) => History.page(ctx, args.scope, args.paginationOpts),
});
