import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { HISTORY_ORDERS, HISTORY_SCOPES } from "#domain/samples/historyTable";
import { userQuery } from "./lib/functions";
import { filteredPage, tableQuery } from "./lib/tableQueries";
import { oneOf } from "./lib/validators";
import * as History from "./model/samples/history";
import { historyDoc, historyRow } from "./schema/samples";

/** One sample's records, newest first. */
export const forSample = userQuery({
  args: { sampleId: v.string(), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(historyDoc),
  handler: (ctx, args) => History.pageForSample(ctx, args.sampleId, args.paginationOpts),
});

/**
 * One page of one scope of the History screen, newest first or by country
 * (domain/samples/historyTable.ts). With a `query`, the page contains the matching records and the
 * last tested one (lib/tableQueries.ts).
 */
export const list = userQuery({
  args: {
    scope: oneOf(HISTORY_SCOPES),
    order: v.optional(oneOf(HISTORY_ORDERS)),
    query: v.optional(tableQuery),
    paginationOpts: paginationOptsValidator,
  },
  returns: filteredPage(historyRow),
  handler: (ctx, args) => History.page(ctx, args),
});

/** The records, within `scopes`, of the samples whose serial number or IMEI is exactly `text`. */
export const identified = userQuery({
  args: { scopes: v.array(oneOf(HISTORY_SCOPES)), text: v.string() },
  returns: v.array(historyRow),
  handler: (ctx, args) => History.identified(ctx, args),
});
