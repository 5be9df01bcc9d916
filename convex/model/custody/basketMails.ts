/**
 * The mails about the steps of a basket: one per person concerned, listing all their samples. They
 * are sent after the undo period has ended, so no mail mentions a step that was undone.
 */
import { parseBasketTransactionId } from "#domain/baskets/baskets";
import { handOverMail } from "#domain/mail/handOverMail";
import { UNDO_MS } from "#domain/custody/undo";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import { presentEmail } from "../people/formerEmails";
import * as Mail from "../mail/mail";

type Basket = Doc<"baskets">;

export async function findBasket(
  ctx: QueryCtx,
  uid: Id<"users">,
  basketId: string,
): Promise<Basket | null> {
  return await ctx.db
    .query("baskets")
    .withIndex("by_uid_and_basketId", (q) => q.eq("uid", uid).eq("basketId", basketId))
    .unique();
}

/** Queues the mails of a finishing basket. The actor gets none. */
export async function queueMails(
  ctx: MutationCtx,
  actor: Doc<"users">,
  basket: Basket,
  now: number,
): Promise<NonNullable<Basket["mails"]>> {
  // The results of an edit have no `tell`.
  const recipients = new Set(basket.results.flatMap(({ tell }) => tell ?? []));
  recipients.delete(actor.email);
  const mails = [];
  for (const to of recipients) {
    mails.push({ to, mailId: await queueMail(ctx, actor, basket, to, { now, finishedAt: now }) });
  }
  return mails;
}

async function queueMail(
  ctx: MutationCtx,
  actor: Doc<"users">,
  { step, reason, details, results }: Basket,
  to: string,
  { now, finishedAt }: { now: number; finishedAt: number },
): Promise<Id<"mail">> {
  if (step === "edit") throw new Error("Nobody is mailed about an edit");
  const samples = results
    .filter(({ tell }) => tell === to)
    .map(({ model = "", serialNumber }) => ({ model, serialNumber }));
  const message = handOverMail(settings(), { step, actor, samples, reason, details });
  const options = { now, notBefore: finishedAt + UNDO_MS };
  return await Mail.queue(ctx, await presentEmail(ctx, to), message, options);
}

/**
 * Removes an undone step from its basket's mail; a mail without any step left is withdrawn. Does
 * nothing for a step that was not taken by one of the actor's baskets.
 *
 * @param transactionId transaction id of the undone step
 */
export async function withdrawFromMail(
  ctx: MutationCtx,
  actor: Doc<"users">,
  transactionId: string,
  now: number,
): Promise<void> {
  const taken = parseBasketTransactionId(transactionId);
  if (taken === null) return;
  const { basketId, place } = taken;
  const basket = await findBasket(ctx, actor._id, basketId);
  const result = basket?.results[place];
  if (basket == null || result?.tell === undefined) return;
  const { tell: reader, ...silent } = result;
  const results = basket.results.with(place, silent);
  const mails = await rewriteMail(ctx, actor, { ...basket, results }, reader, now);
  await ctx.db.patch("baskets", basket._id, { results, mails });
}

async function rewriteMail(
  ctx: MutationCtx,
  actor: Doc<"users">,
  basket: Basket,
  reader: string,
  now: number,
): Promise<Basket["mails"]> {
  const { mails, finishedAt, results } = basket;
  const mail = mails?.find(({ to }) => to === reader);
  if (mails === undefined || mail === undefined || finishedAt === undefined) return mails;
  if (!(await Mail.withdraw(ctx, mail.mailId))) return mails;
  const others = mails.filter((other) => other !== mail);
  if (!results.some(({ tell }) => tell === reader)) return others;
  const mailId = await queueMail(ctx, actor, basket, reader, { now, finishedAt });
  return [...others, { to: reader, mailId }];
}
