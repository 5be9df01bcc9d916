import { defineTable } from "convex/server";
import { v } from "convex/values";
import { statusCounts } from "./samples";

/**
 * Figures that every change of a sample updates, so that no figure requires reading the samples.
 */
export const counterTables = {
  /**
   * One person's samples by status. Writer: model/samples/counters.ts. Readers: dashboard, digest.
   */
  counterSamples: defineTable({
    email: v.string(),
    supervisor: v.string(),
    counts: statusCounts,
    /** The sum of `counts`. */
    total: v.number(),
    /**
     * The UTC day (domain/common/days.ts) from the end of which `counts` and `supervisor` are
     * valid.
     */
    since: v.number(),
    /** Epoch ms since when the person is over each limit: domain/custody/limits.ts. */
    overSince: v.optional(
      v.object({ owned: v.optional(v.number()), inUse: v.optional(v.number()) }),
    ),
    /**
     * When the account was locked, epoch ms, while its owner may still hold samples or owe an
     * answer: model/inbox/leavers.ts.
     */
    leftBehindSince: v.optional(v.number()),
  })
    .index("by_email", ["email"])
    // The dashboard's bars, largest first
    .index("by_total", ["total"])
    .index("by_supervisor_and_total", ["supervisor", "total"])
    // Who holds too many, of the company and of a team
    .index("by_overSince", ["overSince"])
    .index("by_supervisor_and_overSince", ["supervisor", "overSince"])
    // The inbox's people who left, of the company and of a team
    .index("by_leftBehindSince", ["leftBehindSince"])
    .index("by_supervisor_and_leftBehindSince", ["supervisor", "leftBehindSince"]),

  /**
   * A counter's value at the end of each day from `since` to `until`, UTC. Written by the first
   * change on a later day. Writer: model/samples/counters.ts. Readers: a person's trend,
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
    // Updates after a supervisor's change of e-mail: model/staff/followAddress.ts
    .index("by_supervisor", ["supervisor"])
    // Deletion of rows too old to be shown
    .index("by_until", ["until"]),

  /**
   * Counts of all samples, sharded so that hand-overs of different people write different
   * documents. `seq` numbers the changes in the shard. Each change increments it in its own
   * transaction, so the numbers of a shard follow the order of commits. Writer:
   * model/common/totals.ts.
   */
  counterTotals: defineTable({ shard: v.number(), counts: statusCounts, seq: v.number() }).index(
    "by_shard",
    ["shard"],
  ),

  /**
   * Samples by status held by a person's reports, excluding the person's own, in the same shards as
   * `counterTotals`. A shard of zeros has no row; nor has a team that has not changed since team
   * totals were introduced. Writer: model/samples/teamTotals.ts. Readers: dashboard, tabs of the
   * lists.
   */
  counterTeams: defineTable({
    supervisor: v.string(),
    shard: v.number(),
    counts: statusCounts,
  }).index("by_supervisor_and_shard", ["supervisor", "shard"]),
};
