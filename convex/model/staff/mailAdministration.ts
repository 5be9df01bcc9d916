/**
 * The outbox for admins. A code in a mail gives access to its reader's account, so admins see codes
 * only if no mail service is configured, which is how a first run verifies an account: then no mail
 * reaches anyone else. The terminal uses the admin key, which grants full access anyway.
 */
import { omit } from "convex-helpers";
import type { PaginationOptions } from "convex/server";
import { MINUTE_MS } from "#domain/common/durations";
import { normaliseEmail } from "#domain/common/email";
import { testMail } from "#domain/mail/mailTemplates";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import { appError } from "../../lib/errors";
import type { AdministratorCtx } from "../../lib/functions";
import * as Audit from "../access/audit";
import * as Mail from "../mail/mail";

type Reader = QueryCtx & Pick<AdministratorCtx, "actor">;
type ShownMail = Omit<Doc<"mail">, "secret">;

export async function page(
  ctx: Reader,
  args: { status?: Doc<"mail">["status"]; paginationOpts: PaginationOptions },
) {
  const found = await Mail.page(ctx, args.status, args.paginationOpts);
  return { ...found, page: found.page.map((mail) => shownTo(ctx, mail)) };
}

/** One mail; null for an unknown or malformed id. */
export async function get(ctx: Reader, { mailId }: { mailId: string }): Promise<ShownMail | null> {
  const mail = await find(ctx, mailId);
  return mail && shownTo(ctx, mail);
}

/**
 * Sends a failed mail again.
 * @throws MAIL_MISSING, MAIL_NOT_FAILED, MAIL_EXPIRED
 */
export async function retry(ctx: AdministratorCtx, { mailId }: { mailId: string }): Promise<void> {
  const mail = await find(ctx, mailId);
  if (mail === null) throw appError("MAIL_MISSING");
  await Mail.requeue(ctx, mail, Date.now());
  const { to: person, message } = hideSecret(mail);
  await Audit.append(ctx, { action: "Mail Retried", person, entry: message.subject });
}

/** If a test mail has not been sent within this time, the mail service does not work. */
const TEST_MS = 10 * MINUTE_MS;

/**
 * Queues a test mail to an address of the company.
 *
 * @throws EMAIL_NOT_COMPANY; MAIL_NOT_SENT while no mail service is set
 */
export async function sendTest(
  ctx: AdministratorCtx,
  { to: typed }: { to: string },
): Promise<Id<"mail">> {
  const { companyDomain, mailService, ...sender } = settings();
  const to = normaliseEmail(typed, companyDomain);
  if (to === null) throw appError("EMAIL_NOT_COMPANY", {}, "to");
  if (mailService === null) throw appError("MAIL_NOT_SENT");
  const now = Date.now();
  const mailId = await Mail.queue(ctx, to, testMail(sender), { now, expiresAt: now + TEST_MS });
  await Audit.append(ctx, { action: "Test Mail Sent", entry: to });
  return mailId;
}

async function find(ctx: QueryCtx, mailIdText: string): Promise<Doc<"mail"> | null> {
  const mailId = ctx.db.normalizeId("mail", mailIdText);
  return mailId === null ? null : await ctx.db.get("mail", mailId);
}

function shownTo({ actor }: Reader, mail: Doc<"mail">): ShownMail {
  const maySeeCodes = actor === null || settings().mailService === null;
  return omit(maySeeCodes ? mail : hideSecret(mail), ["secret"]);
}

/** Masks the secret of a mail wherever its message contains it. */
function hideSecret(mail: Doc<"mail">): Doc<"mail"> {
  const { secret } = mail;
  if (!secret) return mail;
  const hide = (text: string) => text.replaceAll(secret, "•".repeat(secret.length));
  const { subject, text, html } = mail.message;
  return { ...mail, message: { subject: hide(subject), text: hide(text), html: hide(html) } };
}
