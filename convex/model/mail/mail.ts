/**
 * The outbox of mails; outbox.ts defines its states. Every attempt at a mail carries the row's id.
 * Resend accepts it as an idempotency key and delivers each mail once. An SMTP server has no such
 * key, so a mail arrives at least once: if the server's last reply was lost, it is sent again with
 * the same Message-ID.
 */
import type { PaginationOptions } from "convex/server";
import { DAY_MS, MINUTE_MS } from "#domain/common/durations";
import type { MailMessage } from "#domain/mail/mailTemplates";
import { omitUndefined } from "#domain/common/objects";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import { appError } from "../../lib/errors";
import { getByEmail } from "../people/users";
import { notifyAdminsDaily } from "../notifications/adminNotices";
import { beginAttempt, endAttempt, failedBy, queuedFrom, type Delivery } from "./outbox";
import { capPage } from "../common/pages";

/**
 * Nine attempts take about four hours; Resend remembers a key for 24. lib/mail/smtpMail.ts ends an
 * attempt before `attemptMs`.
 */
const ATTEMPTS = {
  maxAttempts: 9,
  attemptMs: 5 * MINUTE_MS,
  firstWaitMs: MINUTE_MS,
  maxWaitMs: Infinity,
} as const;
/** Maximum number of mails that one transaction marks as failed instead of sending them. */
const MAX_PASSED = 100;

type About = { readonly uid: Id<"users">; readonly displayName: string; readonly email: string };

/**
 * Queues a mail in the caller's transaction.
 *
 * @param options.expiresAt epoch ms; the mail is not sent later than this
 * @param options.notBefore epoch ms; until then the mail can be withdrawn
 * @param options.about the account that a sign-up's mail is about
 * @param options.list the list from which the reader can unsubscribe with one click
 * @param options.secret the code or token in the message that gives access to an account
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
  if (notBefore <= now) await startSending(ctx); // otherwise a cron sends it
  return mailId;
}

/** Deletes a mail before its first attempt. @returns false if it may have been sent */
export async function withdraw(ctx: MutationCtx, mailId: Id<"mail">): Promise<boolean> {
  const mail = await ctx.db.get("mail", mailId);
  if (mail?.status !== "queued" || mail.attempts > 0) return false;
  await ctx.db.delete("mail", mailId);
  return true;
}

/**
 * Queues a failed mail again, with nine new attempts.
 *
 * @throws MAIL_NOT_FAILED; MAIL_EXPIRED if the code in it is no longer valid
 */
export async function requeue(ctx: MutationCtx, mail: Doc<"mail">, now: number): Promise<void> {
  if (mail.status !== "failed") throw appError("MAIL_NOT_FAILED");
  if (mail.expiresAt !== undefined && mail.expiresAt <= now) throw appError("MAIL_EXPIRED");
  await ctx.db.patch("mail", mail._id, { ...queuedFrom(now), lastError: undefined });
  await startSending(ctx);
}

/** Above the number of mails that are ever queued for one person. */
const MAX_WAITING = 200;

/**
 * Redirects queued mails to a person's new address, except mails with a code or token, which is
 * valid only for the former address.
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

/**
 * Transactions that have already scheduled the sender; one run sends every mail that they queue.
 */
const startedIn = new WeakSet<MutationCtx["db"]>();

async function startSending(ctx: MutationCtx): Promise<void> {
  if (settings().mailService === null || startedIn.has(ctx.db)) return;
  startedIn.add(ctx.db);
  await ctx.scheduler.runAfter(0, internal.mailSender.sendDue, {});
}

/** Takes the mail that has been due longest, for one attempt; null if none is due. */
export async function takeNext(ctx: MutationCtx, now: number): Promise<Doc<"mail"> | null> {
  for (let passed = 0; passed < MAX_PASSED; passed++) {
    const mail = await ctx.db
      .query("mail")
      .withIndex("by_status_and_nextAttemptAt", (q) =>
        q.eq("status", "queued").lte("nextAttemptAt", now),
      )
      .first();
    if (mail === null) return null;
    const reason = await reasonNotToSend(ctx, mail, now);
    const change = reason === null ? beginAttempt(mail, now, ATTEMPTS) : failedBy(reason);
    await ctx.db.patch("mail", mail._id, change);
    if (reason === null) return mail;
  }
  return null; // the next run continues
}

/**
 * Returns why a due mail must not be sent, or null. A mail may wait for hours; a person whose
 * account was locked in the meantime must not receive it.
 */
async function reasonNotToSend(
  ctx: QueryCtx,
  { to, expiresAt }: Doc<"mail">,
  now: number,
): Promise<string | null> {
  if (expiresAt !== undefined && expiresAt <= now) return "It expired before it could be sent.";
  const person = await getByEmail(ctx, to);
  return person?.disabled ? "The account was locked before it could be sent." : null;
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
    await notifyAdminsDaily(ctx, { kind: "mailStuck", error: delivery.error }, now);
  }
}

/** Attempts after which a mail counts as stuck: about a quarter of an hour. */
const STUCK_ATTEMPTS = 5;

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
