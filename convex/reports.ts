import { pick } from "convex-helpers";
import { v } from "convex/values";
import { EXPORT_COLUMNS } from "../domain/exportColumns";
import { EXPORT_TYPES, exportWriter } from "../domain/exportWriter";
import { MAX_ATTACHMENT_BYTES } from "../domain/scheduledReports";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { userMutation, userQuery } from "./lib/functions";
import { shownSample } from "./lib/shownSample";
import { REPORT_START, type ReportPlace } from "./model/reportPages";
import * as ReportSchedules from "./model/reportSchedules";
import { reportFields, reportPlace, scheduleTimes } from "./schema/reports";
import { sampleDoc } from "./schema/samples";

/** The caller's scheduled reports. */
export const list = userQuery({
  args: {},
  returns: v.array(
    v.object({
      _id: v.id("reportSchedules"),
      ...pick(reportFields, ["name", "frequency", "scope", "state"]),
      ...scheduleTimes,
    }),
  ),
  handler: (ctx) => ReportSchedules.list(ctx),
});

/** Schedules a report for the caller alone. */
export const create = userMutation({
  args: reportFields,
  returns: v.id("reportSchedules"),
  handler: (ctx, args) => ReportSchedules.create(ctx, args, Date.now()),
});

export const setPaused = userMutation({
  args: { scheduleId: v.string(), isPaused: v.boolean() },
  returns: v.null(),
  handler: async (ctx, args) => {
    await ReportSchedules.setPaused(ctx, args, Date.now());
    return null;
  },
});

export const remove = userMutation({
  args: { scheduleId: v.string() },
  returns: v.null(),
  handler: async (ctx, { scheduleId }) => {
    await ReportSchedules.remove(ctx, scheduleId);
    return null;
  },
});

/** Begins the reports that are due, by a cron. */
export const takeDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const isMore = await ReportSchedules.takeDue(ctx, Date.now());
    if (isMore) await ctx.scheduler.runAfter(0, internal.reports.takeDue, {});
    return null;
  },
});

const sending = { scheduleId: v.id("reportSchedules"), dueFor: v.number() };

export const page = internalQuery({
  args: { ...sending, place: reportPlace },
  returns: v.union(
    v.null(),
    v.object({ rows: v.array(sampleDoc), next: v.union(reportPlace, v.null()) }),
  ),
  handler: async (ctx, { place, ...args }) => {
    const found = await ReportSchedules.page(ctx, args, place);
    return found && { ...found, rows: found.rows.map(shownSample) };
  },
});

export const finish = internalMutation({
  args: { ...sending, rows: v.number(), attachment: v.union(v.id("_storage"), v.null()) },
  returns: v.boolean(),
  handler: (ctx, { rows, attachment, ...args }) =>
    ReportSchedules.finish(ctx, args, { rows, attachment }, Date.now()),
});

/** Writes one report and has it mailed. It keeps at most MAX_ATTACHMENT_BYTES in memory. */
export const send = internalAction({
  args: sending,
  returns: v.null(),
  handler: async (ctx, args) => {
    let pieces: BlobPart[] | null = [];
    let bytes = 0;
    const writer = exportWriter("csv", EXPORT_COLUMNS.samples, (piece) => {
      bytes += piece.length;
      if (bytes > MAX_ATTACHMENT_BYTES) pieces = null;
      pieces?.push(new Uint8Array(piece));
    });
    let rows = 0;
    let next: ReportPlace | null = REPORT_START;
    while (next !== null) {
      const found: { rows: object[]; next: ReportPlace | null } | null = await ctx.runQuery(
        internal.reports.page,
        { ...args, place: next },
      );
      if (found === null) return null;
      await writer.write(found.rows);
      rows += found.rows.length;
      next = found.next;
    }
    await writer.end();
    const attachment =
      pieces && (await ctx.storage.store(new Blob(pieces, { type: EXPORT_TYPES.csv })));
    const isQueued = await ctx.runMutation(internal.reports.finish, { ...args, rows, attachment });
    if (!isQueued && attachment !== null) await ctx.storage.delete(attachment);
    return null;
  },
});
