"use node";
import { v } from "convex/values";
import { MINUTE_MS } from "#domain/common/durations";
import { internal } from "./_generated/api";
import type { Doc } from "./_generated/dataModel";
import { internalAction, type ActionCtx } from "./_generated/server";
import { settings } from "./config";
import type { MailService } from "./lib/mail/mailService";
import { unsubscribeHeaders } from "./lib/http/unsubscribe";
import { ResendMail } from "./lib/mail/resendMail";
import { SmtpMail } from "./lib/mail/smtpMail";
import type { Delivery } from "./model/mail/outbox";

/** Maximum number of attempts per run. */
const BATCH = 20;
/**
 * A run begins no attempt after this time: one may take four minutes, and an action may run for
 * ten.
 */
const RUN_MS = 2 * MINUTE_MS;

/**
 * Makes one attempt at each mail that is due, longest overdue first. If the service took all of
 * them, it schedules another run, so that a sign-in code does not wait behind the backlog of an
 * outage. It is scheduled when a mail is queued; a cron runs it for retries and postponed mails.
 */
export const sendDue = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const service = mailService();
    if (service === null) return;
    const startedAt = Date.now();
    let isWell = true;
    for (let made = 0; made < BATCH && Date.now() - startedAt < RUN_MS; made++) {
      const mail: Doc<"mail"> | null = await ctx.runMutation(internal.mail.takeNext, {});
      if (mail === null) return;
      const delivery = await deliver(ctx, service, mail);
      await ctx.runMutation(internal.mail.record, { mailId: mail._id, delivery });
      if (delivery.outcome === "retry") isWell = false;
    }
    if (isWell) await ctx.scheduler.runAfter(0, internal.mailSender.sendDue, {});
  },
});

function mailService(): MailService | null {
  const { mailService: service, mailFrom } = settings();
  switch (service?.kind) {
    case undefined:
      return null;
    case "smtp":
      return new SmtpMail(service.url, mailFrom);
    case "resend":
      return new ResendMail(service.apiKey, mailFrom);
  }
}

/**
 * Sends one mail. A mail whose attachment is missing or damaged fails with that reason, and the run
 * goes on with the next.
 */
async function deliver(ctx: ActionCtx, service: MailService, mail: Doc<"mail">): Promise<Delivery> {
  const headers = mail.list === undefined ? {} : await unsubscribeHeaders(mail.list);
  if (mail.attachment === undefined) return await service.send(mail, { attachment: null, headers });
  let file: Blob | null = null;
  try {
    file = await ctx.storage.get(mail.attachment.storageId);
  } catch (error) {
    console.error(error);
  }
  if (file === null) return { outcome: "refused", error: "Its attachment cannot be read." };
  return await service.send(mail, { attachment: file, headers });
}
