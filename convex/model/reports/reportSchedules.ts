/**
 * The only writer of `reportSchedules`, except that followAddress.ts replaces former addresses in
 * it.
 *
 *   waiting --takeDue--> sending --finish (queues the mail)--> waiting for the next time
 *                        |    ^ no result for 15 minutes: retried up to five times,
 *                        `----> then paused as failed, and its owner is notified
 *
 * Most reports are due at the same moment, so they are produced one after another: the end of each
 * starts the next one, and a cron starts one every few minutes, which also recovers from a crash.
 * `finish` queues the mail in the transaction that ends the sending, so each report is mailed
 * exactly once even if the server stops in between.
 */
import { omit } from "convex-helpers";
import type { ObjectType } from "convex/values";
import {
  MAX_SCHEDULE_NAME,
  MAX_SCHEDULES,
  nextDue,
  reportFailedMail,
  reportMail,
} from "#domain/reports/scheduledReports";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import { appError } from "../../lib/errors";
import type { UserMutationCtx, UserQueryCtx } from "../../lib/functions";
import { parseName } from "../../lib/names";
import { queryToStore, stateToStore } from "../../lib/storedFilters";
import { compileQuery } from "../../lib/tableQueries";
import type { reportFields } from "../../schema/reports";
import { getActive } from "../people/users";
import * as Mail from "../mail/mail";
import * as ReportPages from "../lists/reportPages";

type Schedule = Doc<"reportSchedules">;

/** Time after which an unfinished attempt counts as interrupted. */
const RETRY_MS = 15 * 60 * 1000;
const MAX_ATTEMPTS = 5;

/** The caller's schedules, at most MAX_SCHEDULES. */
export async function list(ctx: UserQueryCtx) {
  const own = await ownedBy(ctx, ctx.actor._id);
  return own.map((schedule) => omit(schedule, ["_creationTime", "owner", "sending", "query"]));
}

/** @throws FIELD_MISSING, FIELD_TOO_LONG, SCHEDULES_FULL; INPUT_INVALID for an unknown filter */
export async function create(
  ctx: UserMutationCtx,
  report: ObjectType<typeof reportFields>,
  now: number,
): Promise<Id<"reportSchedules">> {
  const name = parseName(report.name, MAX_SCHEDULE_NAME);
  compileQuery(report.query, ReportPages.reportColumns);
  const owner = ctx.actor._id;
  if ((await ownedBy(ctx, owner)).length >= MAX_SCHEDULES) {
    throw appError("SCHEDULES_FULL", { max: MAX_SCHEDULES });
  }
  const state = stateToStore(report.state, "Filters");
  const query = queryToStore(report.query);
  const dueAt = nextDue(report.frequency, now);
  return await ctx.db.insert("reportSchedules", { ...report, name, state, query, owner, dueAt });
}

/** @throws DOCUMENT_MISSING */
export async function setPaused(
  ctx: UserMutationCtx,
  { scheduleId, isPaused }: { scheduleId: string; isPaused: boolean },
  now: number,
): Promise<void> {
  const { _id, frequency } = await getOwn(ctx, scheduleId);
  if (isPaused) return await pause(ctx, _id);
  const dueAt = nextDue(frequency, now);
  await ctx.db.patch("reportSchedules", _id, { dueAt, sending: undefined, failedAt: undefined });
}

/** Pauses a report; no effect if the report was removed. */
export async function pause(ctx: MutationCtx, scheduleId: Id<"reportSchedules">): Promise<void> {
  if ((await ctx.db.get("reportSchedules", scheduleId)) === null) return;
  const paused = { dueAt: undefined, sending: undefined, failedAt: undefined };
  await ctx.db.patch("reportSchedules", scheduleId, paused);
}

/** @throws DOCUMENT_MISSING */
export async function remove(ctx: UserMutationCtx, scheduleId: string): Promise<void> {
  const { _id } = await getOwn(ctx, scheduleId);
  await ctx.db.delete("reportSchedules", _id);
}

/**
 * Starts the report that has been due longest; if its attempts are used up, marks it failed and
 * continues with the next one.
 */
export async function takeDue(ctx: MutationCtx, now: number): Promise<void> {
  const schedule = await ctx.db
    .query("reportSchedules")
    .withIndex("by_dueAt", (q) => q.gt("dueAt", 0).lte("dueAt", now))
    .first();
  if (schedule === null) return;
  const { _id, name, dueAt = now, sending = { dueFor: dueAt, attempts: 0 } } = schedule;
  const { dueFor, attempts } = sending;
  const owner = await getActive(ctx, schedule.owner);
  if (owner !== null && attempts < MAX_ATTEMPTS) {
    await ctx.db.patch("reportSchedules", _id, {
      dueAt: now + RETRY_MS,
      sending: { dueFor, attempts: attempts + 1 },
    });
    await ctx.scheduler.runAfter(0, internal.reports.send, { scheduleId: _id, dueFor });
    return;
  }
  const paused = { dueAt: undefined, sending: undefined };
  if (owner === null) await ctx.db.patch("reportSchedules", _id, paused);
  else {
    await ctx.db.patch("reportSchedules", _id, { ...paused, failedAt: now });
    await Mail.queue(ctx, owner.email, reportFailedMail(settings(), { name, attempts }), { now });
  }
  await ctx.scheduler.runAfter(0, internal.reports.takeDue, {});
}

/**
 * One page of the report of `dueFor` in its owner's current scope; `next` is null after the last
 * page. Returns null if the report is no longer being sent.
 */
export async function page(
  ctx: QueryCtx,
  { scheduleId, dueFor }: Sending,
  place: ReportPages.ReportPlace,
) {
  const found = await getSending(ctx, { scheduleId, dueFor });
  if (found === null) return null;
  const { schedule, owner: actor } = found;
  const { scope: part, query } = schedule;
  return await ReportPages.page({ ...ctx, actor }, { part, query, numItems: PAGE_ROWS }, place);
}

/** Rows tested per page: about 20 ms of the server's thread. */
const PAGE_ROWS = 200;

/**
 * Queues the mail of a report and schedules the next one, in one transaction.
 *
 * @returns false if the report was no longer being sent; no mail is queued then
 */
export async function finish(
  ctx: MutationCtx,
  sending: Sending,
  file: { readonly rows: number; readonly attachment: Id<"_storage"> | null },
  now: number,
): Promise<boolean> {
  const found = await getSending(ctx, sending);
  if (found === null) return false;
  const { schedule, owner } = found;
  const { name, frequency, state } = schedule;
  const { rows, attachment } = file;
  const isAttached = attachment !== null;
  const message = reportMail(settings(), { name, frequency, rows, state, isAttached });
  await Mail.queue(ctx, owner.email, message, {
    now,
    list: { kind: "report", id: schedule._id },
    ...(attachment !== null && { attachment: { storageId: attachment, fileName: "samples.csv" } }),
  });
  await ctx.db.patch("reportSchedules", schedule._id, {
    dueAt: nextDue(frequency, now),
    lastSentAt: now,
    sending: undefined,
  });
  return true;
}

type Sending = { readonly scheduleId: Id<"reportSchedules">; readonly dueFor: number };

/**
 * The schedule and its owner while the report of `dueFor` is being sent; null once the owner's
 * account is locked.
 */
async function getSending(ctx: QueryCtx, { scheduleId, dueFor }: Sending) {
  const schedule = await ctx.db.get("reportSchedules", scheduleId);
  if (schedule?.sending?.dueFor !== dueFor) return null;
  const owner = await getActive(ctx, schedule.owner);
  return owner === null ? null : { schedule, owner };
}

async function ownedBy(ctx: QueryCtx, owner: Id<"users">): Promise<Schedule[]> {
  return await ctx.db
    .query("reportSchedules")
    .withIndex("by_owner", (q) => q.eq("owner", owner))
    .take(MAX_SCHEDULES);
}

/** The caller's own schedule; for another user's it throws DOCUMENT_MISSING. */
async function getOwn(ctx: UserMutationCtx, scheduleIdText: string): Promise<Schedule> {
  const scheduleId = ctx.db.normalizeId("reportSchedules", scheduleIdText);
  const schedule = scheduleId && (await ctx.db.get("reportSchedules", scheduleId));
  if (schedule?.owner !== ctx.actor._id) throw appError("DOCUMENT_MISSING");
  return schedule;
}
