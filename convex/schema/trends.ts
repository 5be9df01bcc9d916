import { defineTable } from "convex/server";
import { v } from "convex/values";
import { GROUPS } from "#domain/samples/trends";
import { oneOf } from "../lib/validators";
import { statusCounts } from "./samples";

export const groupKind = oneOf(GROUPS);

/**
 * Figures of past days; a completed day is never written again. Writer:
 * model/samples/dailyFigures.ts. Reader: the dashboard's trend.
 */
export const trendTables = {
  /** One row per UTC day and group (domain/samples/trends.ts). */
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
    // The teams and countries of a day; deletion of rows too old to be shown
    .index("by_day_and_kind", ["day", "kind"]),

  /** A single row: the day to compute next, and the progress within it. */
  dailyFigureRuns: defineTable({
    day: v.number(),
    phase: oneOf(["counts", "deletion", "times"]),
    /** The last e-mail, or the history cursor, processed in the phase; "" at its start. */
    cursor: v.string(),
  }),
};
