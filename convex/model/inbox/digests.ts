/**
 * The daily digest mail of 08:00: overdue requests, notifications and exceeded limits; at most one
 * per person and day. Each person's row stores how far their reminders are covered
 * (`coveredUntil`). One transaction collects the reminders since then, queues the mail and advances
 * the row. After a crash during a run, people whose transaction committed are not due again; all
 * others still are.
 */
import { getOneFrom } from "convex-helpers/server/relationships";
import { isTimeZone } from "#domain/common/dates";
import {
  DEFAULT_TIME_ZONE,
  digestAfter,
  digestAfterRun,
  nextDigestAt,
} from "#domain/inbox/digestTime";
import { digestMail, type DigestLine } from "#domain/inbox/digestMail";
import type { Leaver } from "#domain/inbox/leavers";
import { DAY_MS } from "#domain/common/durations";
import { countForLimit, LIMIT_NAMES, LIMITS, limitReminders } from "#domain/custody/limits";
import {
  isEscalationDue,
  isReminderDue,
  REQUEST_STATUSES,
  requestReminders,
  type RequestStatus,
  type Span,
} from "#domain/custody/overdue";
import { nameFromEmail } from "#domain/people/people";
import { mayAct } from "#domain/people/roles";
import { internal } from "../../_generated/api";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import { appError } from "../../lib/errors";
import type { UserMutationCtx } from "../../lib/functions";
import { mergeRanges } from "../../lib/mergedRanges";
import { addressesNow, resolveAddresses } from "../people/addressMoves";
import * as Counters from "../samples/counters";
import { presentEmail } from "../people/formerEmails";
import * as Leavers from "./leavers";
import * as Mail from "../mail/mail";
import { maySeeName } from "../people/names";
import * as Notifications from "../notifications/notifications";
import * as OverdueFollow from "../custody/overdueFollow";
import { findByAnyEmail, getByEmail } from "../people/users";
import * as Snoozes from "../notifications/snoozes";
import * as StandIns from "../people/standIns";

type Person = Doc<"users">;

/** Maximum number of people per transaction. */
const BATCH = 10;
/** Maximum number of pending samples read per kind of request, oldest first. */
const MAX_WAITING = 200;
/**
 * A transaction that has read this many overdue requests takes no further person, who may have 600
 * more. Each request costs two or three reads (its snooze, its sender), so a hundred block other
 * mutations for about 20 ms.
 */
const ENOUGH_REQUESTS = 100;

/**
 * Runs the digest of each person who is due, and schedules itself again while more people are due.
 */
export async function runDue(ctx: MutationCtx, now: number): Promise<void> {
  const due = await ctx.db
    .query("digests")
    .withIndex("by_nextAt", (q) => q.lte("nextAt", now))
    .take(BATCH);
  let taken = 0;
  let requests = 0;
  for (const digest of due) {
    if (requests >= ENOUGH_REQUESTS) break;
    requests += await run(ctx, digest, now);
    taken += 1;
  }
  const isMore = taken < due.length || taken === BATCH;
  if (isMore) await ctx.scheduler.runAfter(0, internal.inbox.runDigests, {});
}

/**
 * Runs one person's digest.
 * @returns the number of their overdue requests
 */
async function run(ctx: MutationCtx, digest: Doc<"digests">, now: number): Promise<number> {
  const { email, timeZone, isMuted, coveredUntil } = digest;
  const person = await getByEmail(ctx, email);
  if (person === null) {
    await ctx.db.delete("digests", digest._id);
    return 0;
  }
  const span = { after: coveredUntil, until: now };
  const notifySupervisor = await supervisorNotifier(ctx, person, now);
  const requests = await overdueRequests(ctx, person, now);
  const content = {
    overdue: await remind(ctx, person, requests, { span, notifySupervisor }),
    limits: await limitsOf(ctx, person, { span, notifySupervisor }),
    leavers: await Leavers.dueIn(ctx, person, span),
    notifications: await Notifications.takeForDigest(ctx, email),
  };
  const isEmpty = Object.values(content).every((part) => part.length === 0);
  if (!isEmpty && !isMuted && person.isActive) {
    const message = digestMail(settings(), {
      ...content,
      now,
      nameOf: await namesIn(ctx, person, content),
    });
    await Mail.queue(ctx, email, message, { now, list: { kind: "digest", id: person._id } });
  }
  const nextAt = digestAfterRun(digest.nextAt, now, timeZone);
  await ctx.db.patch("digests", digest._id, { coveredUntil: now, nextAt });
  return requests.length;
}

type OverdueRequest = {
  readonly status: RequestStatus;
  readonly sample: Doc<"samples">;
  /** Epoch ms. */
  readonly overdueAt: number;
};

/**
 * Reads the overdue requests that are pending with the person, among the oldest 200 of each kind.
 */
async function overdueRequests(
  ctx: MutationCtx,
  person: Person,
  now: number,
): Promise<OverdueRequest[]> {
  const addresses = await addressesNow(ctx, person.email);
  const found: OverdueRequest[] = [];
  for (const status of REQUEST_STATUSES) {
    const rows = mergeRanges<"samples">(ctx, addresses, ["listDate"], (db, address) =>
      db
        .query("samples")
        .withIndex("by_pendingWith_and_status_and_listDate", (q) =>
          q.eq("pendingWith", address).eq("status", status),
        )
        .order("asc"),
    );
    for (const sample of await resolveAddresses(ctx, await rows.take(MAX_WAITING))) {
      const { overdueAt = Infinity } = sample;
      if (overdueAt <= now) found.push({ status, sample, overdueAt });
    }
  }
  return found;
}

type ReminderOptions = {
  /** The period whose reminders this digest covers. */
  readonly span: Span;
  readonly notifySupervisor: Notify;
};

/**
 * Returns the requests to remind the person of. Notifies their stand-in of requests that the
 * stand-in answers during an absence, and their supervisor of requests that have been overdue too
 * long. Reminder times depend on the request only, not on who receives them, so a reminder near the
 * start or end of an absence is sent once.
 */
async function remind(
  ctx: MutationCtx,
  person: Person,
  requests: readonly OverdueRequest[],
  { span, notifySupervisor }: ReminderOptions,
): Promise<DigestLine[]> {
  const due: DigestLine[] = [];
  const standIn = await StandIns.standInOf(ctx, person.email);
  const own = await Snoozes.snoozesOf(ctx, person.email);
  const standIns = standIn === null ? own : await Snoozes.snoozesOf(ctx, standIn.email);
  for (const { status, sample, overdueAt } of requests) {
    const reminders = requestReminders(status, overdueAt, person);
    const { listDate: since, samplmanag: from, brand, model, serialNumber } = sample;
    const answerer = StandIns.answererOf(sample, standIn) ?? person.email;
    const about = { ...Notifications.sampleReference(sample), person: person.email, since };
    const snoozedUntil = (answerer === person.email ? own : standIns)(sample);
    if (isReminderDue(reminders, span, snoozedUntil)) {
      if (answerer === person.email) due.push({ status, since, from, brand, model, serialNumber });
      else
        await Notifications.add(ctx, answerer, { kind: "overdue", ...about }, { at: span.until });
    }
    if (isEscalationDue(reminders, span)) await notifySupervisor({ kind: "unanswered", ...about });
  }
  return due;
}

/**
 * Returns the limits to remind the person of. Notifies their supervisor when a limit is newly
 * exceeded.
 */
async function limitsOf(
  ctx: MutationCtx,
  person: Person,
  { span, notifySupervisor }: ReminderOptions,
) {
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
    await notifySupervisor(notice);
  }
  return due;
}

type Notify = (notice: Doc<"notifications">["notice"]) => Promise<void>;

/** Returns a function that notifies the person's supervisor; it does nothing if they have none. */
async function supervisorNotifier(
  ctx: MutationCtx,
  { email, supervisor }: Person,
  at: number,
): Promise<Notify> {
  const named = supervisor === undefined ? null : await presentEmail(ctx, supervisor);
  const reader = named === null ? null : await getByEmail(ctx, named);
  return async (notice) => {
    // A former supervisor with role user must not receive data of people whose records still name
    // them.
    if (reader === null || reader.email === email || !mayAct(reader.role, "supervisor")) return;
    await Notifications.add(ctx, reader.email, notice, { at });
  };
}

type NamingContent = {
  readonly overdue: readonly DigestLine[];
  readonly leavers: readonly Leaver[];
  readonly notifications: readonly Doc<"notifications">[];
};

/**
 * Returns a lookup from e-mail to name for the people named in a digest, as the reader's screens
 * show them (docs/product.md, "Names of people").
 */
async function namesIn(
  ctx: QueryCtx,
  reader: Person,
  { overdue, leavers, notifications }: NamingContent,
): Promise<(email: string) => string> {
  const names = new Map<string, string>();
  const named = notifications.flatMap(({ actor, notice }) => [
    actor ?? "",
    "person" in notice ? notice.person : "",
  ]);
  const gone = leavers.map(({ email }) => email);
  for (const email of [...overdue.map(({ from }) => from), ...gone, ...named]) {
    if (email === "" || names.has(email)) continue;
    const person = await findByAnyEmail(ctx, email);
    const isShown = person !== null && maySeeName(reader, person);
    names.set(email, isShown ? person.displayName : nameFromEmail(email));
  }
  return (email) => names.get(email) ?? nameFromEmail(email);
}

/** Moves a person's digest row to their new address. */
export async function rename(ctx: MutationCtx, from: string, to: string): Promise<void> {
  const replaced = await digestOf(ctx, to);
  if (replaced !== null) await ctx.db.delete("digests", replaced._id);
  const digest = await digestOf(ctx, from);
  if (digest !== null) await ctx.db.patch("digests", digest._id, { email: to });
}

/** Creates a person's digest row. Reminders that were due more than a day ago are not sent. */
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
 * Creates the digest rows of accounts older than the digest feature, and computes the overdue dates
 * of their pending requests.
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
  return await getOneFrom(ctx.db, "digests", "by_email", email);
}

/**
 * Mutes or unmutes a person's digest mails; the inbox and the supervisor's notifications are
 * unaffected.
 */
export async function setMuted(ctx: MutationCtx, email: string, isMuted: boolean): Promise<void> {
  const digest = await digestOf(ctx, email);
  if (digest !== null) await ctx.db.patch("digests", digest._id, { isMuted });
}

/**
 * Sets the time zone in which the caller's digests are sent at 08:00.
 *
 * @throws INPUT_INVALID for an unknown time zone
 */
export async function setTimeZone(
  ctx: UserMutationCtx,
  timeZone: string,
  now: number,
): Promise<void> {
  if (!isTimeZone(timeZone)) throw appError("INPUT_INVALID", { field: "timeZone" });
  const digest = await digestOf(ctx, ctx.actor.email);
  if (digest === null || digest.timeZone === timeZone || digest.nextAt <= now) return;
  const nextAt = Math.max(nextDigestAt(now, timeZone), digestAfter(digest.coveredUntil, timeZone));
  await ctx.db.patch("digests", digest._id, { timeZone, nextAt });
}
