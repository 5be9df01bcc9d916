import { omit } from "convex-helpers";
import type { PaginationOptions } from "convex/server";
import { DAY_MS } from "#domain/common/durations";
import {
  DELIVERY_DAYS,
  TEST_EVENT,
  testEvent,
  WEBHOOK_ATTEMPTS,
  webhookEvent,
} from "#domain/api/webhooks";
import type { HistoryAction } from "#domain/custody/workflow";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { appError } from "../../lib/errors";
import type { AdministratorCtx } from "../../lib/functions";
import { beginAttempt, endAttempt, failedBy, queuedFrom, type Delivery } from "../mail/outbox";
import { capPage } from "../common/pages";
import * as Webhooks from "./webhooks";

/**
 * The only writer of `webhookDeliveries`. A step queues a delivery for each webhook that asks for
 * it, in its own transaction; an action sends them (webhookSender.ts), some at a time and each
 * webhook by itself, so that a stalled receiver delays nobody else's. The states of a delivery are
 * those of outbox.ts. Its body is made of the history record, which never changes, so every attempt
 * sends the same bytes. An admin may also queue a test, which has no record.
 */

/**
 * Queues the deliveries of a history record, in the transaction that appends it. Without a webhook
 * it costs one read of an empty index range in each transaction (40 to 100 µs).
 */
export async function queueFor(
  ctx: MutationCtx,
  historyId: Id<"history">,
  event: HistoryAction,
  now: number,
): Promise<void> {
  for (const { _id: webhookId, events } of await Webhooks.activeInTransaction(ctx)) {
    if (!events.includes(event)) continue;
    // The transaction that queued a due delivery has started the sender, which also takes this one.
    const isStarted = (await firstDue(ctx, webhookId, now)) !== null;
    const queued = { webhookId, historyId, event, ...queuedFrom(now) };
    await ctx.db.insert("webhookDeliveries", queued);
    if (!isStarted) await Webhooks.startSending(ctx, webhookId);
  }
}

/**
 * Queues a test to a receiver, whatever steps it gets.
 *
 * @throws WEBHOOK_MISSING; WEBHOOK_STOPPED while the receiver gets nothing
 */
export async function queueTest(ctx: AdministratorCtx, webhookIdText: string): Promise<void> {
  const { _id: webhookId, isActive } = await Webhooks.getOrThrow(ctx, webhookIdText);
  if (!isActive) throw appError("WEBHOOK_STOPPED");
  const queued = { webhookId, event: TEST_EVENT, ...queuedFrom(Date.now()) } as const;
  await ctx.db.insert("webhookDeliveries", queued);
  await Webhooks.startSending(ctx, webhookId);
}

/** Deliveries taken in one run of the sender, which sends them at once. */
const BATCH = 20;

/** An attempt that the sender is to make. */
export type Attempt = {
  readonly deliveryId: Id<"webhookDeliveries">;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
};

/** Takes the deliveries of an active webhook that are due for one attempt each. */
export async function takeDue(
  ctx: MutationCtx,
  webhookId: Id<"webhooks">,
  now: number,
): Promise<Attempt[]> {
  const webhook = await ctx.db.get("webhooks", webhookId);
  if (!webhook?.isActive) return [];
  const taken: Attempt[] = [];
  for (const delivery of await dueRange(ctx, webhookId, now).take(BATCH)) {
    const { _id: deliveryId } = delivery;
    const event = await eventOf(ctx, delivery);
    if (event === null) {
      await ctx.db.patch("webhookDeliveries", deliveryId, failedBy("Its history record is gone."));
      continue;
    }
    const begun = beginAttempt(delivery, now, WEBHOOK_ATTEMPTS);
    await ctx.db.patch("webhookDeliveries", deliveryId, begun);
    const body = JSON.stringify(event);
    taken.push({ deliveryId, url: webhook.url, secret: webhook.secret, body });
  }
  return taken;
}

/** Returns what a delivery tells; null when its history record is gone. */
async function eventOf(ctx: QueryCtx, delivery: Doc<"webhookDeliveries">) {
  const { _id, _creationTime, historyId } = delivery;
  if (historyId === undefined) return testEvent(_id, _creationTime);
  const record = await ctx.db.get("history", historyId);
  return record && webhookEvent(_id, record);
}

/** The end of an attempt. `responseStatus`: that of the answer, if there was one. */
export type AttemptResult = {
  readonly deliveryId: Id<"webhookDeliveries">;
  readonly responseStatus?: number;
  readonly result: Delivery;
};

/**
 * Records the attempts of one run.
 *
 * @returns true if more may be due at once: everything arrived, and the batch was full
 */
export async function recordAttempts(
  ctx: MutationCtx,
  webhookId: Id<"webhooks">,
  results: readonly AttemptResult[],
  now: number,
): Promise<boolean> {
  for (const { deliveryId, responseStatus, result } of results) {
    const delivery = await ctx.db.get("webhookDeliveries", deliveryId);
    const ended = delivery && endAttempt(delivery, result, now, WEBHOOK_ATTEMPTS);
    if (!ended) continue;
    await ctx.db.patch("webhookDeliveries", deliveryId, { responseStatus, ...ended });
  }
  const arrived = results.filter(({ result }) => result.outcome === "sent").length;
  if (results.length > 0) await Webhooks.recordHealth(ctx, webhookId, arrived > 0, now);
  return arrived === results.length && results.length === BATCH;
}

/** Starts the sender of each webhook that has deliveries due, by a cron. */
export async function startDue(ctx: MutationCtx, now: number): Promise<void> {
  for (const { _id } of await Webhooks.listActive(ctx)) {
    if ((await firstDue(ctx, _id, now)) !== null) await Webhooks.startSending(ctx, _id);
  }
}

/** One page of a receiver's deliveries, newest first. @throws WEBHOOK_MISSING */
export async function page(
  ctx: QueryCtx,
  {
    paginationOpts,
    status,
    ...args
  }: {
    webhookId: string;
    status?: Doc<"webhookDeliveries">["status"];
    paginationOpts: PaginationOptions;
  },
) {
  const { _id: webhookId } = await Webhooks.getOrThrow(ctx, args.webhookId);
  const table = ctx.db.query("webhookDeliveries");
  const found = await (
    status === undefined
      ? table.withIndex("by_webhookId", (q) => q.eq("webhookId", webhookId))
      : table.withIndex("by_webhookId_and_status", (q) =>
          q.eq("webhookId", webhookId).eq("status", status),
        )
  )
    .order("desc")
    .paginate(capPage(paginationOpts));
  const rowsShown = found.page.map(async (delivery) => {
    const { historyId } = delivery;
    const record = historyId && (await ctx.db.get("history", historyId));
    const serialNumber = record?.serialNumber ?? "";
    return { ...omit(delivery, ["webhookId", "historyId"]), serialNumber };
  });
  return { ...found, page: await Promise.all(rowsShown) };
}

/**
 * Sends a delivery again, under its id, with all its attempts anew.
 *
 * @throws DELIVERY_MISSING; WEBHOOK_STOPPED while its receiver gets nothing
 */
export async function replay(ctx: AdministratorCtx, deliveryIdText: string): Promise<void> {
  const deliveryId = ctx.db.normalizeId("webhookDeliveries", deliveryIdText);
  const delivery = deliveryId && (await ctx.db.get("webhookDeliveries", deliveryId));
  const webhook = delivery && (await ctx.db.get("webhooks", delivery.webhookId));
  if (!delivery || !webhook) throw appError("DELIVERY_MISSING");
  if (!webhook.isActive) throw appError("WEBHOOK_STOPPED");
  const again = { ...queuedFrom(Date.now()), lastError: undefined, responseStatus: undefined };
  await ctx.db.patch("webhookDeliveries", delivery._id, again);
  await Webhooks.startSending(ctx, webhook._id);
}

const SWEEP_BATCH = 500;

/** Deletes deliveries that are older than DELIVERY_DAYS. @returns true if more may be left */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = await ctx.db
    .query("webhookDeliveries")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", now - DELIVERY_DAYS * DAY_MS))
    .take(SWEEP_BATCH);
  for (const { _id } of old) await ctx.db.delete("webhookDeliveries", _id);
  return old.length === SWEEP_BATCH;
}

function dueRange(ctx: QueryCtx, webhookId: Id<"webhooks">, now: number) {
  return ctx.db
    .query("webhookDeliveries")
    .withIndex("by_webhookId_and_status_and_nextAttemptAt", (q) =>
      q.eq("webhookId", webhookId).eq("status", "queued").lte("nextAttemptAt", now),
    );
}

async function firstDue(ctx: QueryCtx, webhookId: Id<"webhooks">, now: number) {
  return await dueRange(ctx, webhookId, now).first();
}
