import type { PaginationOptions } from "convex/server";
import { DAY_MS, MINUTE_MS } from "#domain/common/durations";
import type { MailMessage } from "#domain/mail/mailTemplates";
import { omitUndefined } from "#domain/common/objects";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import { appError } from "../../lib/errors";
import { listAdmins } from "../people/users";
import * as Notifications from "../notifications/notifications";
import { beginAttempt, endAttempt, failedBy, queuedFrom, type Delivery } from "./outbox";
import { capPage } from "../common/pages";

/**
 * The outbox of mails, whose states are those of outbox.ts. Every attempt at a mail carries the
 * row's id. Resend takes it as the idempotency key and delivers each mail once. A mail server knows
 * no such key, so a mail arrives at least once: again under the same Message-ID when the server's
 * last answer was lost, and never again after the server has taken it.
 */

/**
 * Nine attempts take about four hours, and Resend remembers the key for 24. No attempt takes longer
 * than lib/smtpMail.ts allows.
 */
const ATTEMPTS = {
  maxAttempts: 9,
  attemptMs: 5 * MINUTE_MS,
  firstWaitMs: MINUTE_MS,
  maxWaitMs: Infinity,
} as const;
/** Expired mails that the sender passes over in one transaction. */
const MAX_EXPIRED = 100;

type About = { readonly uid: Id<"users">; readonly displayName: string; readonly email: string };

/**
 * Queues a mail in the caller's transaction.
 *
 * @param options.expiresAt epoch ms; the mail is not sent later than that
 * @param options.notBefore epoch ms; until then the mail can be withdrawn
 * @param options.about the account of a sign-up's mail
 * @param options.list the mails that the reader ends with one click
 * @param options.secret the code or token in the message that opens an account
 */
export async function queue(
  ctx: MutationCtx,
  to: string,
  message: MailMessage,
  options: {
    readonly now: number;
    readonly expiresAt?: number;
    readonly notBefore?: number;
    readonly about?: About;
    readonly secret?: string;
    readonly attachment?: NonNullable<Doc<"mail">["attachment"]>;
    readonly list?: NonNullable<Doc<"mail">["list"]>;
  },
): Promise<Id<"mail">> {
  const { now, about, expiresAt, notBefore = now, secret, attachment, list } = options;
  const mailId = await ctx.db.insert("mail", {
    to,
    message: { ...message },
    ...about,
    ...omitUndefined({ expiresAt, secret, attachment, list }),
    ...queuedFrom(notBefore),
  });
  if (notBefore <= now) await startSending(ctx); // otherwise the cron finds it
  return mailId;
}

/** Deletes a mail that nobody has tried to send. @returns false when it may have been sent */
export async function withdraw(ctx: MutationCtx, mailId: Id<"mail">): Promise<boolean> {
  const mail = await ctx.db.get("mail", mailId);
  if (mail?.status !== "queued" || mail.attempts > 0) return false;
  await ctx.db.delete("mail", mailId);
  return true;
}

/**
 * Sends a failed mail again, with nine new attempts.
 *
 * @throws MAIL_NOT_FAILED; MAIL_EXPIRED when the code in it is of no use any more
 */
export async function requeue(ctx: MutationCtx, mail: Doc<"mail">, now: number): Promise<void> {
  if (mail.status !== "failed") throw appError("MAIL_NOT_FAILED");
  if (mail.expiresAt !== undefined && mail.expiresAt <= now) throw appError("MAIL_EXPIRED");
  await ctx.db.patch("mail", mail._id, { ...queuedFrom(now), lastError: undefined });
  await startSending(ctx);
}

/** More mails than ever wait for one person. */
const MAX_WAITING = 200;

/**
 * Sends what still waits to a person's other address, but for mails that open an account: their
 * codes are good for the former address only.
 */
export async function readdress(ctx: MutationCtx, from: string, to: string): Promise<void> {
  const mails = await ctx.db
    .query("mail")
    .withIndex("by_to", (q) => q.eq("to", from))
    .order("desc")
    .take(MAX_WAITING);
  for (const { _id, status, secret } of mails) {
    if (status === "queued" && secret === undefined) await ctx.db.patch("mail", _id, { to });
  }
}

/** Transactions that have started the sender: one run sends all that they queue. */
const startedIn = new WeakSet<MutationCtx["db"]>();

async function startSending(ctx: MutationCtx): Promise<void> {
  if (settings().mailService === null || startedIn.has(ctx.db)) return;
  startedIn.add(ctx.db);
  await ctx.scheduler.runAfter(0, internal.mailSender.sendDue, {});
}

/** Takes the mail that is due longest for one attempt; null when none is. */
export async function takeNext(ctx: MutationCtx, now: number): Promise<Doc<"mail"> | null> {
  for (let passed = 0; passed < MAX_EXPIRED; passed++) {
    const mail = await ctx.db
      .query("mail")
      .withIndex("by_status_and_nextAttemptAt", (q) =>
        q.eq("status", "queued").lte("nextAttemptAt", now),
      )
      .first();
    if (mail === null) return null;
    const isExpired = mail.expiresAt !== undefined && mail.expiresAt <= now;
    const change = isExpired
      ? failedBy("It expired before it could be sent.")
      : beginAttempt(mail, now, ATTEMPTS);
    await ctx.db.patch("mail", mail._id, change);
    if (!isExpired) return mail;
  }
  return null; // the next run goes on
}

export async function record(
  ctx: MutationCtx,
  mailId: Id<"mail">,
  delivery: Delivery,
  now: number,
): Promise<void> {
  const mail = await ctx.db.get("mail", mailId);
  const ended = mail && endAttempt(mail, delivery, now, ATTEMPTS);
  if (!ended) return;
  await ctx.db.patch("mail", mailId, ended);
  if (delivery.outcome === "retry" && mail.attempts === STUCK_ATTEMPTS) {
    await tellAdmins(ctx, { kind: "mailStuck", error: delivery.error }, now);
  }
}

/** The attempts after which a mail counts as stuck: a quarter of an hour. */
const STUCK_ATTEMPTS = 5;

/** Gives all admins news, unless one of them got news of that kind in the last day. */
async function tellAdmins(
  ctx: MutationCtx,
  notice: Extract<Doc<"notifications">["notice"], { kind: "mailStuck" }>,
  now: number,
): Promise<void> {
  const admins = await listAdmins(ctx);
  const [first] = admins;
  if (first && (await Notifications.hasNews(ctx, first.email, notice.kind, now - DAY_MS))) return;
  for (const { email } of admins) await Notifications.add(ctx, email, notice, { at: now });
}

/** Newest first. */
export async function page(
  ctx: QueryCtx,
  status: Doc<"mail">["status"] | undefined,
  paginationOpts: PaginationOptions,
) {
  const mails =
    status === undefined
      ? ctx.db.query("mail")
      : ctx.db.query("mail").withIndex("by_status", (q) => q.eq("status", status));
  return await mails.order("desc").paginate(capPage(paginationOpts));
}

/** Time that a mail is kept, long enough to look into a complaint. */
const RETENTION_MS = 30 * DAY_MS;
const SWEEP_BATCH = 200;

/** Deletes old mail, sent or not. @returns true if more may be left */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = await ctx.db
    .query("mail")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", now - RETENTION_MS))
    .take(SWEEP_BATCH);
  for (const { _id, attachment } of old) {
    await ctx.db.delete("mail", _id);
    if (attachment !== undefined) await ctx.storage.delete(attachment.storageId);
  }
  return old.length === SWEEP_BATCH;
}
