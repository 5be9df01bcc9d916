import { isTimeZone } from "../../domain/dates";
import { DEFAULT_TIME_ZONE, digestAfter, nextDigestAt } from "../../domain/digestTime";
import { digestMail, type DigestLine } from "../../domain/digestMail";
import { DAY_MS } from "../../domain/durations";
import { countForLimit, LIMIT_NAMES, LIMITS, limitReminders } from "../../domain/limits";
import {
  isEscalationDue,
  isReminderDue,
  REQUEST_STATUSES,
  requestReminders,
  type Span,
} from "../../domain/overdue";
import { mayAct } from "../../domain/roles";
import { internal } from "../_generated/api";
import type { Doc } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { settings } from "../config";
import { appError } from "../lib/errors";
import type { UserMutationCtx } from "../lib/functions";
import { mergeRanges } from "../lib/mergedRanges";
import { addressesNow, resolveAddresses } from "./addressMoves";
import * as Counters from "./counters";
import { ownerOf, presentEmail } from "./formerEmails";
import * as Mail from "./mail";
import * as Notifications from "./notifications";
import * as OverdueFollow from "./overdueFollow";
import { getByEmail } from "./peopleByEmail";
import * as Snoozes from "./snoozes";
import * as StandIns from "./standIns";

/**
 * The mail of 08:00: what is overdue, asked for or too much, at most one a person and day. Each
 * person's row says until when their reminders are told (`coveredUntil`). One transaction tells the
 * reminders of the time since then, queues the mail, and moves the row on. After a crash in the
 * middle of a run, a person whose transaction committed is not due again; all others still are.
 */

type Person = Doc<"users">;

/** People of one transaction. Each may read 600 waiting samples. */
const BATCH = 10;
/** Most waiting samples of one kind that are looked at; older ones first. */
const MAX_WAITING = 200;

/** Gives everybody who is due their digest, and schedules itself while there are more. */
export async function runDue(ctx: MutationCtx, now: number): Promise<void> {
  const due = await ctx.db
    .query("digests")
    .withIndex("by_nextAt", (q) => q.lte("nextAt", now))
    .take(BATCH);
  for (const digest of due) await run(ctx, digest, now);
  if (due.length === BATCH) await ctx.scheduler.runAfter(0, internal.inbox.runDigests, {});
}

async function run(ctx: MutationCtx, digest: Doc<"digests">, now: number): Promise<void> {
  const { email, timeZone, isMuted, coveredUntil } = digest;
  const person = await getByEmail(ctx, email);
  if (person === null) return await ctx.db.delete("digests", digest._id);
  const span = { after: coveredUntil, until: now };
  const content = {
    overdue: await overdueFor(ctx, person, span),
    limits: await limitsOf(ctx, person, span),
    notifications: await Notifications.takeForDigest(ctx, email),
  };
  const isEmpty = Object.values(content).every((part) => part.length === 0);
  if (!isEmpty && !isMuted && person.isActive) {
    const message = digestMail(settings(), {
      ...content,
      now,
      nameOf: await namesIn(ctx, content),
    });
    await Mail.queue(ctx, email, message, { now });
  }
  const nextAt = digestAfter(now, timeZone);
  await ctx.db.patch("digests", digest._id, { coveredUntil: now, nextAt });
}

/**
 * Returns what the person is reminded of; tells their stand-in what is theirs to answer while the
 * person is away, and their supervisor what went on for too long. The reminders of a request are
 * those of one row, whoever hears of them, so each is told once also at both ends of an absence.
 */
async function overdueFor(ctx: MutationCtx, person: Person, span: Span): Promise<DigestLine[]> {
  const due: DigestLine[] = [];
  const standIn = await StandIns.standInOf(ctx, person.email);
  const addresses = await addressesNow(ctx, person.email);
  for (const status of REQUEST_STATUSES) {
    const rows = mergeRanges<"samples">(ctx, addresses, ["listDate"], (db, address) =>
      db
        .query("samples")
        .withIndex("by_pendingWith_and_status_and_listDate", (q) =>
          q.eq("pendingWith", address).eq("status", status),
        )
        .order("asc"),
    );
    const waiting = await resolveAddresses(ctx, await rows.take(MAX_WAITING));
    for (const sample of waiting) {
      if (sample.overdueAt === undefined) continue;
      const reminders = requestReminders(status, sample.overdueAt, person);
      const { listDate: since, samplmanag: from, brand, model, serialNumber } = sample;
      const answerer = StandIns.answererOf(sample, standIn) ?? person.email;
      const about = { ...Notifications.sampleReference(sample), person: person.email, since };
      const snoozedUntil = await Snoozes.snoozedUntil(ctx, answerer, sample);
      if (isReminderDue(reminders, span, snoozedUntil)) {
        if (answerer === person.email)
          due.push({ status, since, from, brand, model, serialNumber });
        else
          await Notifications.add(ctx, answerer, { kind: "overdue", ...about }, { at: span.until });
      }
      if (isEscalationDue(reminders, span)) {
        await tellSupervisor(ctx, person, { kind: "unanswered", ...about }, span.until);
      }
    }
  }
  return due;
}

/** Returns the limits that the person is reminded of; tells their supervisor when one is new. */
async function limitsOf(ctx: MutationCtx, person: Person, span: Span) {
  const counter = await Counters.getForPerson(ctx, person.email);
  const due = [];
  for (const limit of LIMIT_NAMES) {
    const since = counter?.overSince?.[limit];
    if (counter === null || since === undefined) continue;
    const reminders = limitReminders(limit, since, person);
    if (!isReminderDue(reminders, span)) continue;
    const count = countForLimit(limit, counter.counts);
    const max = person[LIMITS[limit].limit];
    due.push({ limit, count, max });
    const isFirst = isReminderDue({ ...reminders, everyDays: 0 }, span);
    if (!isFirst) continue;
    const notice = { kind: "overLimit" as const, person: person.email, limit, count, max };
    await tellSupervisor(ctx, person, notice, span.until);
  }
  return due;
}

async function tellSupervisor(
  ctx: MutationCtx,
  { email, supervisor }: Person,
  notice: Doc<"notifications">["notice"],
  at: number,
): Promise<void> {
  if (supervisor === undefined) return;
  const reader = await getByEmail(ctx, await presentEmail(ctx, supervisor));
  // Who is a user again sees nothing of the people whose records still name them.
  if (reader === null || reader.email === email || !mayAct(reader.role, "supervisor")) return;
  await Notifications.add(ctx, reader.email, notice, { at });
}

/** Returns the names of the people whom a digest names, by e-mail. */
async function namesIn(
  ctx: QueryCtx,
  { overdue, notifications }: { overdue: DigestLine[]; notifications: Doc<"notifications">[] },
): Promise<(email: string) => string> {
  const names = new Map<string, string>();
  const named = notifications.flatMap(({ actor, notice }) => [
    actor ?? "",
    "person" in notice ? notice.person : "",
  ]);
  for (const email of [...overdue.map(({ from }) => from), ...named]) {
    if (email === "" || names.has(email)) continue;
    const person = (await getByEmail(ctx, email)) ?? (await ownerOf(ctx, email));
    names.set(email, person?.displayName ?? email);
  }
  return (email) => names.get(email) ?? email;
}

/** Sends a person's digests to their other address. */
export async function rename(ctx: MutationCtx, from: string, to: string): Promise<void> {
  const replaced = await digestOf(ctx, to);
  if (replaced !== null) await ctx.db.delete("digests", replaced._id);
  const digest = await digestOf(ctx, from);
  if (digest !== null) await ctx.db.patch("digests", digest._id, { email: to });
}

/** Begins a person's digests. Nothing that was due earlier than a day ago is told. */
export async function begin(ctx: MutationCtx, email: string, now: number): Promise<void> {
  await ctx.db.insert("digests", {
    email,
    timeZone: DEFAULT_TIME_ZONE,
    isMuted: false,
    coveredUntil: now - DAY_MS,
    nextAt: nextDigestAt(now, DEFAULT_TIME_ZONE),
  });
}

/**
 * Begins the digests of accounts from before there were any, and dates what waits for them.
 *
 * @param cursor null for the first batch; each batch schedules the next
 */
export async function beginMissing(
  ctx: MutationCtx,
  cursor: string | null,
  now: number,
): Promise<void> {
  const { page, isDone, continueCursor } = await ctx.db
    .query("users")
    .paginate({ cursor, numItems: BATCH_OF_ACCOUNTS });
  for (const { email } of page) {
    if ((await digestOf(ctx, email)) !== null) continue;
    await begin(ctx, email, now);
    await OverdueFollow.start(ctx, email);
  }
  if (isDone) return;
  await ctx.scheduler.runAfter(0, internal.inbox.beginDigests, { cursor: continueCursor });
}

const BATCH_OF_ACCOUNTS = 100;

export async function digestOf(ctx: QueryCtx, email: string): Promise<Doc<"digests"> | null> {
  return await ctx.db
    .query("digests")
    .withIndex("by_email", (q) => q.eq("email", email))
    .unique();
}

/** Silences the caller's mails, or takes that back; the inbox and the supervisor go on. */
export async function setMuted(ctx: UserMutationCtx, isMuted: boolean): Promise<null> {
  const digest = await digestOf(ctx, ctx.actor.email);
  if (digest !== null) await ctx.db.patch("digests", digest._id, { isMuted });
  return null;
}

/**
 * The caller's digests come at 08:00 of this zone from now on.
 *
 * @throws INPUT_INVALID for a name that is no time zone
 */
export async function setTimeZone(
  ctx: UserMutationCtx,
  timeZone: string,
  now: number,
): Promise<null> {
  if (!isTimeZone(timeZone)) throw appError("INPUT_INVALID", { field: "timeZone" });
  const digest = await digestOf(ctx, ctx.actor.email);
  if (digest === null || digest.timeZone === timeZone || digest.nextAt <= now) return null;
  const nextAt = Math.max(nextDigestAt(now, timeZone), digestAfter(digest.coveredUntil, timeZone));
  await ctx.db.patch("digests", digest._id, { timeZone, nextAt });
  return null;
}
