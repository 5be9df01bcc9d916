import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { userQuery } from "./lib/functions";
import * as Counters from "./model/counters";
import { statusCounts } from "./schema/samples";

/**
 * Samples by status. `scope` counts the samples that the caller answers for (admin all, supervisor
 * their own and their reports', user their own), `mine` those that they hold.
 */
export const counts = userQuery({
  args: {},
  returns: v.object({ scope: statusCounts, mine: statusCounts }),
  handler: (ctx) => Counters.countsFor(ctx),
});

/**
 * The colleagues whose samples the caller's figures include, for the chart; the caller's own
 * figures are in `counts`. A user has none.
 */
export const colleagues = userQuery({
  args: { paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(v.object({ email: v.string(), counts: statusCounts })),
  handler: async (ctx, { paginationOpts }) => {
    const found = await Counters.colleagues(ctx, paginationOpts);
    return { ...found, page: found.page.map(({ email, counts }) => ({ email, counts })) };
  },
});
