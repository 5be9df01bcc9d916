import type { PaginationOptions } from "convex/server";
import type { MailMessage } from "../../domain/mailTemplates";
import { omitUndefined } from "../../domain/objects";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { settings } from "../config";
import { appError } from "../lib/errors";
import { capPage } from "./pages";

/**
 * The outbox. A mail is queued in the transaction of its cause, so neither exists without the
 * other.
 *
 *   queued --attempt--> sent
 *     |  ^--try later--/  \--refused for good, too often, or its code expired--> failed
 *
 * Each mail is delivered once: an attempt is recorded before it starts, which keeps other senders
 * away for a while, and it carries the row's id as the idempotency key, which the service remembers
 * for longer than all attempts last.
 */

/** Result of one attempt. */
export type Delivery =
  | { readonly outcome: "sent" }
  | { readonly outcome: "retry"; readonly error: string }
  | { readonly outcome: "refused"; readonly error: string };

/**
 * Attempts at one mail. The waits double from one minute: nine attempts take about four hours, and
 * the service remembers the key for 24.
 */
const MAX_ATTEMPTS = 9;
const FIRST_WAIT_MS = 60 * 1000;
/** Mails taken in one run of the sender. */
const BATCH = 20;
const MAX_ERROR_LENGTH = 500;

type About = { readonly uid: Id<"users">; readonly displayName: string; readonly email: string };

/**
 * Queues a mail in the caller's transaction.
 *
 * @param options.expiresAt epoch ms; the mail is not sent later than that
 * @param options.notBefore epoch ms; until then the mail can be withdrawn
 * @param options.about the account of a sign-up's mail
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
  },
): Promise<Id<"mail">> {
  const { now, about, expiresAt, notBefore = now, secret, attachment } = options;
  const mailId = await ctx.db.insert("mail", {
    to,
    message: { ...message },
    ...about,
    ...omitUndefined({ expiresAt, secret, attachment }),
    status: "queued",
    attempts: 0,
    nextAttemptAt: notBefore,
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
  const queued = { status: "queued", attempts: 0, nextAttemptAt: now } as const;
  await ctx.db.patch("mail", mail._id, { ...queued, lastError: undefined });
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

async function startSending(ctx: MutationCtx): Promise<void> {
  if (settings().resendApiKey === null) return;
  await ctx.scheduler.runAfter(0, internal.mail.sendDue, {});
}

/**
 * Takes the mails that are due for one attempt each. If the sender dies during an attempt, the next
 * one follows after the usual wait.
 */
export async function takeDue(ctx: MutationCtx, now: number): Promise<Doc<"mail">[]> {
  const due = await ctx.db
    .query("mail")
    .withIndex("by_status_and_nextAttemptAt", (q) =>
      q.eq("status", "queued").lte("nextAttemptAt", now),
    )
    .take(BATCH);
  const taken: Doc<"mail">[] = [];
  for (const mail of due) {
    if (mail.expiresAt !== undefined && mail.expiresAt <= now) {
      await fail(ctx, mail._id, "Its code expired before it could be sent.");
      continue;
    }
    await ctx.db.patch("mail", mail._id, {
      attempts: mail.attempts + 1,
      nextAttemptAt: now + FIRST_WAIT_MS * 2 ** mail.attempts,
    });
    taken.push(mail);
  }
  return taken;
}

export async function record(
  ctx: MutationCtx,
  mailId: Id<"mail">,
  delivery: Delivery,
  now: number,
): Promise<void> {
  const mail = await ctx.db.get("mail", mailId);
  if (mail?.status !== "queued") return;
  if (delivery.outcome === "sent") {
    await ctx.db.patch("mail", mailId, { status: "sent", sentAt: now });
  } else if (delivery.outcome === "refused" || mail.attempts >= MAX_ATTEMPTS) {
    await fail(ctx, mailId, delivery.error);
  } else {
    await ctx.db.patch("mail", mailId, { lastError: delivery.error.slice(0, MAX_ERROR_LENGTH) });
  }
}

async function fail(ctx: MutationCtx, mailId: Id<"mail">, error: string): Promise<void> {
  await ctx.db.patch("mail", mailId, {
    status: "failed",
    lastError: error.slice(0, MAX_ERROR_LENGTH),
  });
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
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;
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
