import { defineTable } from "convex/server";
import { v } from "convex/values";
import { FREQUENCIES } from "#domain/reports/scheduledReports";
import { tableQuery } from "../lib/tableQueries";
import { oneOf } from "../lib/validators";
import { viewState } from "./views";

/** Which part of the samples visible to the owner to include. */
export const reportScope = v.union(v.literal("everything"), v.literal("mine"), v.literal("team"));

/** `ReportPlace` of model/lists/reportPages.ts. */
export const reportPlace = v.object({ range: v.number(), cursor: v.union(v.string(), v.null()) });

/** List, search, filters and columns of a report, as its owner scheduled it. */
export const reportFields = {
  name: v.string(),
  frequency: oneOf(FREQUENCIES),
  scope: reportScope,
  /** The report's view state, for the link in the mail. */
  state: viewState,
  /**
   * The same filters in server form; days refer to the owner's time zone, or to UTC if the report
   * was scheduled with `sms`.
   */
  query: tableQuery,
};

/** Epoch ms. */
export const scheduleTimes = {
  /** The next report, or the next attempt at the current one; undefined while paused. */
  dueAt: v.optional(v.number()),
  lastSentAt: v.optional(v.number()),
  /** When the report was given up; it has been paused since. */
  failedAt: v.optional(v.number()),
};

export const reportTables = {
  /**
   * Reports that people receive by mail. Writer: model/reports/reportSchedules.ts. Readers:
   * Scheduled Reports, `sms reports`, the sender.
   */
  reportSchedules: defineTable({
    owner: v.id("users"),
    ...reportFields,
    ...scheduleTimes,
    /** The report in progress, if any. `dueFor`: epoch ms, the scheduled time it is for. */
    sending: v.optional(v.object({ dueFor: v.number(), attempts: v.number() })),
  })
    // The owner's list
    .index("by_owner", ["owner"])
    // Sender
    .index("by_dueAt", ["dueAt"]),

  /**
   * Long exports in progress. Writer: model/reports/runningExports.ts. Readers: the functions that
   * start an export.
   */
  runningExports: defineTable({
    owner: v.id("users"),
    /** Epoch ms. */
    expiresAt: v.number(),
  })
    // The owner's exports
    .index("by_owner", ["owner"])
    // Sweep
    .index("by_expiresAt", ["expiresAt"]),
};
