import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internalMutation } from "./_generated/server";
import { administered } from "./lib/functions";
import * as Mail from "./model/mail/mail";
import * as MailLists from "./model/reports/mailLists";
import * as MailAdministration from "./model/staff/mailAdministration";
import { mailFields } from "./schema/accounts";
import { delivery, mailList, outboxStatus } from "./schema/outbox";

const mailDoc = v.object({ _id: v.id("mail"), _creationTime: v.number(), ...mailFields });

/** A mail as administrators see it. */
const shownMail = mailDoc.omit("secret");

/**
 * The outbox, newest first. The terminal holds the deployment's admin key: the operator verifies
 * the first account with the code that it reads here. Which codes admins see is decided in
 * model/staff/mailAdministration.ts.
 */
export const [list, listFromTerminal] = administered.query("admin", {
  args: { status: v.optional(outboxStatus), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(shownMail),
  handler: MailAdministration.page,
});

/** One mail; null if the id is unknown. */
export const [get, getFromTerminal] = administered.query("admin", {
  args: { mailId: v.string() },
  returns: v.union(shownMail, v.null()),
  handler: MailAdministration.get,
});

/** Sends a failed mail again. @throws MAIL_MISSING, MAIL_NOT_FAILED, MAIL_EXPIRED */
export const [retry, retryFromTerminal] = administered.mutation("admin", {
  args: { mailId: v.string() },
  returns: v.null(),
  handler: MailAdministration.retry,
});

/** Sends a test mail. @throws EMAIL_NOT_COMPANY, MAIL_NOT_SENT */
export const [sendTest, sendTestFromTerminal] = administered.mutation("admin", {
  args: { to: v.string() },
  returns: v.id("mail"),
  handler: MailAdministration.sendTest,
});

/** Unsubscribes a list's reader; lib/http/unsubscribe.ts has verified the URL. */
export const unsubscribe = internalMutation({
  args: { list: mailList },
  returns: v.null(),
  handler: (ctx, { list }) => MailLists.end(ctx, list),
});

export const takeNext = internalMutation({
  args: {},
  returns: v.union(mailDoc, v.null()),
  handler: (ctx) => Mail.takeNext(ctx, Date.now()),
});

export const record = internalMutation({
  args: { mailId: v.id("mail"), delivery },
  returns: v.null(),
  handler: (ctx, { mailId, delivery }) => Mail.record(ctx, mailId, delivery, Date.now()),
});
