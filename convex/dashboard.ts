import { v } from "convex/values";
import { userQuery } from "./lib/functions";
import * as Counters from "./model/counters";
import { statusCounts } from "./schema/samples";

/**
 * Samples by status: `scope` of everything the caller answers for (admin all, supervisor their own and
 * their reports', user their own), `mine` of what they hold. Source: doc 1 §6.
 */
export const counts = userQuery({
  args: {},
  returns: v.object({ scope: statusCounts, mine: statusCounts }),
  handler: (ctx) => Counters.countsFor(ctx),
});
