import { defineTable } from "convex/server";
import { v } from "convex/values";
import { GROUPS } from "#domain/samples/trends";
import { oneOf } from "../lib/validators";
import { statusCounts } from "./samples";

export const groupKind = oneOf(GROUPS);

/**
 * Figures of days that are over, of which the past is never written again. Writer:
 * model/samples/dailyFigures.ts. Reader: the dashboard's trend.
 */
export const trendTables = {
  /** One row for each UTC day and group (domain/samples/trends.ts). */
  dailyFigures: defineTable({
    kind: groupKind,
    key: v.string(),
    day: v.number(),
    /** Samples at the end of the day. A person's are in `earlierCounts`. */
    counts: v.optional(statusCounts),
    /** Transfers received on the day, by time in transit: domain/custody/transitTimes.ts. */
    times: v.optional(v.record(v.string(), v.number())),
  })
    .index("by_kind_and_key_and_day", ["kind", "key", "day"])
    // The teams and countries of a day; deletion of what is too old to be shown
    .index("by_day_and_kind", ["day", "kind"]),

  /** One row: the day whose figures are made next, and how far that is. */
  dailyFigureRuns: defineTable({
    day: v.number(),
    phase: oneOf(["counts", "deletion", "times"]),
    /** The last e-mail or cursor of the history that the phase has done; "" at its beginning. */
    cursor: v.string(),
  }),
};
