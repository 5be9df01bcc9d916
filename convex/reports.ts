import { pick } from "convex-helpers";
import { v } from "convex/values";
import { EXPORT_COLUMNS } from "#domain/exports/exportColumns";
import { EXPORT_TYPES, exportWriter } from "#domain/exports/exportWriter";
import { MAX_ATTACHMENT_BYTES } from "#domain/reports/scheduledReports";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { userMutation, userQuery } from "./lib/functions";
import { shownSample } from "./lib/shownSample";
import { REPORT_START, type ReportPlace } from "./model/lists/reportPages";
import * as ReportSchedules from "./model/reports/reportSchedules";
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

/** Schedules a report for the caller only. */
export const create = userMutation({
  args: reportFields,
  returns: v.id("reportSchedules"),
  handler: (ctx, args) => ReportSchedules.create(ctx, args, Date.now()),
});

export const setPaused = userMutation({
  args: { scheduleId: v.string(), isPaused: v.boolean() },
  returns: v.null(),
  handler: (ctx, args) => ReportSchedules.setPaused(ctx, args, Date.now()),
});

export const remove = userMutation({
  args: { scheduleId: v.string() },
  returns: v.null(),
  handler: (ctx, { scheduleId }) => ReportSchedules.remove(ctx, scheduleId),
});

/** Starts the report that has been due longest. Called by a cron, and at the end of each report. */
export const takeDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: (ctx) => ReportSchedules.takeDue(ctx, Date.now()),
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

/**
 * Writes one report and queues its mail, then starts the next one that is due. Reads small pages
 * and stops once the file exceeds the attachment limit, so memory is bounded by
 * MAX_ATTACHMENT_BYTES. An interrupted attempt is restarted from the beginning: only `finish`
 * writes to the database.
 */
export const send = internalAction({
  args: sending,
  returns: v.null(),
  handler: async (ctx, args) => {
    try {
      const file = await writeFile((place) =>
        ctx.runQuery(internal.reports.page, { ...args, place }),
      );
      if (file === null) return;
      const { rows, content } = file;
      const attachment = content && (await ctx.storage.store(content));
      const isQueued = await ctx.runMutation(internal.reports.finish, {
        ...args,
        rows,
        attachment,
      });
      if (!isQueued && attachment !== null) await ctx.storage.delete(attachment);
    } finally {
      await ctx.scheduler.runAfter(0, internal.reports.takeDue, {});
    }
  },
});

type Page = { rows: object[]; next: ReportPlace | null };

/**
 * Returns the report's rows as CSV. If the file is too large, `content` is null and `rows` counts
 * the rows read until then. Returns null if `read` reports that the report is no longer being sent.
 */
async function writeFile(
  read: (place: ReportPlace) => Promise<Page | null>,
): Promise<{ rows: number; content: Blob | null } | null> {
  const pieces: BlobPart[] = [];
  let bytes = 0;
  const writer = exportWriter("csv", EXPORT_COLUMNS.samples, (piece) => {
    bytes += piece.length;
    pieces.push(new Uint8Array(piece));
  });
  let rows = 0;
  for (let next: ReportPlace | null = REPORT_START; next !== null;) {
    const page: Page | null = await read(next);
    if (page === null) return null;
    await writer.write(page.rows);
    rows += page.rows.length;
    if (bytes > MAX_ATTACHMENT_BYTES) return { rows, content: null };
    next = page.next;
  }
  await writer.end();
  const isTooLarge = bytes > MAX_ATTACHMENT_BYTES;
  return { rows, content: isTooLarge ? null : new Blob(pieces, { type: EXPORT_TYPES.csv }) };
}
