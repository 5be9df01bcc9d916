import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction, internalMutation, internalQuery } from "./_generated/server";
import { settings } from "./config";
import { adminQuery } from "./lib/functions";
import { ResendMail, type MailService } from "./lib/mailService";
import * as Mail from "./model/mail";
import { mailFields, mailStatus } from "./schema/accounts";

const mailDoc = v.object({ _id: v.id("mail"), _creationTime: v.number(), ...mailFields });

const args = { status: v.optional(mailStatus), paginationOpts: paginationOptsValidator };
const returns = paginationResultValidator(mailDoc);

/** The outbox, newest first. Its mails hold other people's codes, so only admins may read it. */
export const list = adminQuery({
  args,
  returns,
  handler: (ctx, { status, paginationOpts }) => Mail.page(ctx, status, paginationOpts),
});

/** The outbox for the deployment's admin key, with which a first run verifies an account. */
export const listFromTerminal = internalQuery({
  args,
  returns,
  handler: (ctx, { status, paginationOpts }) => Mail.page(ctx, status, paginationOpts),
});

/**
 * Makes one attempt for each mail that is due. Scheduled when a mail is queued, and by a cron for
 * the others.
 */
export const sendDue = internalAction({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const { resendApiKey, mailFrom } = settings();
    if (resendApiKey === null) return null;
    const service: MailService = new ResendMail(resendApiKey, mailFrom);
    for (const mail of await ctx.runMutation(internal.mail.takeDue, {})) {
      const delivery = await service.send(mail);
      await ctx.runMutation(internal.mail.record, { mailId: mail._id, delivery });
    }
    return null;
  },
});

export const takeDue = internalMutation({
  args: {},
  returns: v.array(mailDoc),
  handler: (ctx) => Mail.takeDue(ctx, Date.now()),
});

const failure = (outcome: "retry" | "refused") =>
  v.object({ outcome: v.literal(outcome), error: v.string() });

export const record = internalMutation({
  args: {
    mailId: v.id("mail"),
    delivery: v.union(
      v.object({ outcome: v.literal("sent") }),
      failure("retry"),
      failure("refused"),
    ),
  },
  returns: v.null(),
  handler: async (ctx, { mailId, delivery }) => {
    await Mail.record(ctx, mailId, delivery, Date.now());
    return null;
  },
});
