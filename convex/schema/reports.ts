import { defineTable } from "convex/server";
import { v } from "convex/values";
import { FREQUENCIES } from "#domain/reports/scheduledReports";
import { tableQuery } from "../lib/tableQueries";
import { oneOf } from "../lib/validators";
import { viewState } from "./views";

/** The part of what the owner may see. */
export const reportScope = v.union(v.literal("everything"), v.literal("mine"), v.literal("team"));

/** `ReportPlace` of model/lists/reportPages.ts. */
export const reportPlace = v.object({ range: v.number(), cursor: v.union(v.string(), v.null()) });

/** List, search, filters and columns of a report, as its owner scheduled it. */
export const reportFields = {
  name: v.string(),
  frequency: oneOf(FREQUENCIES),
  scope: reportScope,
  /** The report's address, for the mail's link. */
  state: viewState,
  /**
   * The same filters as the server judges them; days are those of the owner's calendar, or of UTC
   * where `sms` scheduled the report.
   */
  query: tableQuery,
};

/** Epoch ms. */
export const scheduleTimes = {
  /** The next report, or the next attempt at the present one; absent: paused. */
  dueAt: v.optional(v.number()),
  lastSentAt: v.optional(v.number()),
  /** The report was given up, and is paused since. */
  failedAt: v.optional(v.number()),
};

export const reportTables = {
  /**
   * Reports that people get by mail. Writer: model/reports/reportSchedules.ts. Readers: Scheduled
   * Reports, `sms reports`, the sender.
   */
  reportSchedules: defineTable({
    owner: v.id("users"),
    ...reportFields,
    ...scheduleTimes,
    /** The report being made; absent: none. `dueFor`: epoch ms, the moment that it is for. */
    sending: v.optional(v.object({ dueFor: v.number(), attempts: v.number() })),
  })
    // One's own
    .index("by_owner", ["owner"])
    // Sender
    .index("by_dueAt", ["dueAt"]),

  /**
   * Long exports under way. Writer: model/reports/runningExports.ts. Readers: what begins an
   * export.
   */
  runningExports: defineTable({
    owner: v.id("users"),
    /** Epoch ms. */
    expiresAt: v.number(),
  })
    // One's own
    .index("by_owner", ["owner"])
    // Sweep
    .index("by_expiresAt", ["expiresAt"]),
};
