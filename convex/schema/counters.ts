import { defineTable } from "convex/server";
import { v } from "convex/values";
import { statusCounts } from "./samples";

/** Figures that each change of a sample keeps, so that none is made by reading the samples. */
export const counterTables = {
  /**
   * Samples by status that one person holds. Writer: model/samples/counters.ts. Readers: dashboard,
   * digest.
   */
  counterSamples: defineTable({
    email: v.string(),
    supervisor: v.string(),
    counts: statusCounts,
    /** The sum of `counts`. */
    total: v.number(),
    /** The UTC day (domain/common/days.ts) from whose end on `counts` and `supervisor` hold. */
    since: v.number(),
    /** Epoch ms since when the person is over each limit: domain/custody/limits.ts. */
    overSince: v.optional(
      v.object({ owned: v.optional(v.number()), inUse: v.optional(v.number()) }),
    ),
  })
    .index("by_email", ["email"])
    // The dashboard's bars, largest first
    .index("by_total", ["total"])
    .index("by_supervisor_and_total", ["supervisor", "total"]),

  /**
   * Value of a counter at the end of the days `since` to `until`, UTC. The first change of a later
   * day writes it. Writer: model/samples/counters.ts. Readers: a person's trend,
   * model/samples/dailyFigures.ts.
   */
  earlierCounts: defineTable({
    email: v.string(),
    supervisor: v.string(),
    counts: statusCounts,
    since: v.number(),
    until: v.number(),
  })
    .index("by_email_and_until", ["email", "until"])
    // Following a supervisor's change of e-mail: model/staff/followAddress.ts
    .index("by_supervisor", ["supervisor"])
    // Deletion of what is too old to be shown
    .index("by_until", ["until"]),

  /**
   * Everybody's counts, in shards so that hand-overs of different people write different documents.
   * `seq`: the samples that changed in this shard so far, each change counted. A transaction that
   * raises it writes this document, so the numbers of a shard are in the order of commits. Writer:
   * model/common/totals.ts.
   */
  counterTotals: defineTable({ shard: v.number(), counts: statusCounts, seq: v.number() }).index(
    "by_shard",
    ["shard"],
  ),

  /**
   * Samples by status that a person's reports hold together, without the person's own, in the
   * shards of `counterTotals`. A shard of zeros has no row, and neither has a team that no change
   * has counted yet. Writer: model/samples/teamTotals.ts. Readers: dashboard, tabs of the lists.
   */
  counterTeams: defineTable({
    supervisor: v.string(),
    shard: v.number(),
    counts: statusCounts,
  }).index("by_supervisor_and_shard", ["supervisor", "shard"]),
};
