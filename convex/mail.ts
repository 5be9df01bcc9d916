import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import type { Doc } from "./_generated/dataModel";
import { internalAction, internalMutation, type ActionCtx } from "./_generated/server";
import { settings } from "./config";
import { adminMutation, adminQuery, terminalMutation, terminalQuery } from "./lib/functions";
import { ResendMail, type MailService } from "./lib/mailService";
import * as Mail from "./model/mail/mail";
import * as MailAdministration from "./model/staff/mailAdministration";
import type { Delivery } from "./model/mail/outbox";
import { mailFields } from "./schema/accounts";
import { delivery, outboxStatus } from "./schema/outbox";

const mailDoc = v.object({ _id: v.id("mail"), _creationTime: v.number(), ...mailFields });

/** A mail as its administrators see it. */
const shownMail = mailDoc.omit("secret");

const page = {
  args: { status: v.optional(outboxStatus), paginationOpts: paginationOptsValidator },
  returns: paginationResultValidator(shownMail),
  handler: MailAdministration.page,
};

/**
 * The outbox, newest first. The terminal holds the deployment's admin key, with which a first run
 * verifies an account; admins see codes under the rule of model/staff/mailAdministration.ts.
 */
export const list = adminQuery(page);
export const listFromTerminal = terminalQuery(page);

const one = {
  args: { mailId: v.string() },
  returns: v.union(shownMail, v.null()),
  handler: MailAdministration.get,
};

/** One mail; null for an unknown id. */
export const get = adminQuery(one);
export const getFromTerminal = terminalQuery(one);

const repetition = {
  args: { mailId: v.string() },
  returns: v.null(),
  handler: MailAdministration.retry,
};

/** Sends a mail that failed again. @throws MAIL_MISSING, MAIL_NOT_FAILED, MAIL_EXPIRED */
export const retry = adminMutation(repetition);
export const retryFromTerminal = terminalMutation(repetition);

/**
 * Makes one attempt for each of the mails that are due longest, and goes on while the service takes
 * them: a code must not wait behind the backlog of an outage. Scheduled when a mail is queued, and
 * by a cron for the others.
 */
export const sendDue = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const { resendApiKey, mailFrom } = settings();
    if (resendApiKey === null) return null;
    const service: MailService = new ResendMail(resendApiKey, mailFrom);
    let isWell = true;
    const { mails, isMore } = await ctx.runMutation(internal.mail.takeDue, {});
    for (const mail of mails) {
      const delivery = await deliver(ctx, service, mail);
      await ctx.runMutation(internal.mail.record, { mailId: mail._id, delivery });
      if (delivery.outcome === "retry") isWell = false;
    }
    if (isMore && isWell) await ctx.scheduler.runAfter(0, internal.mail.sendDue, {});
    return null;
  },
});

/** A mail whose file is missing or damaged fails with that reason; the others are sent. */
async function deliver(ctx: ActionCtx, service: MailService, mail: Doc<"mail">): Promise<Delivery> {
  if (mail.attachment === undefined) return await service.send(mail, null);
  let file: Blob | null = null;
  try {
    file = await ctx.storage.get(mail.attachment.storageId);
  } catch (error) {
    console.error(error);
  }
  if (file === null) return { outcome: "refused", error: "Its attachment cannot be read." };
  return await service.send(mail, file);
}

export const takeDue = internalMutation({
  args: {},
  returns: v.object({ mails: v.array(mailDoc), isMore: v.boolean() }),
  handler: (ctx) => Mail.takeDue(ctx, Date.now()),
});

export const record = internalMutation({
  args: { mailId: v.id("mail"), delivery },
  returns: v.null(),
  handler: async (ctx, { mailId, delivery }) => {
    await Mail.record(ctx, mailId, delivery, Date.now());
    return null;
  },
});
