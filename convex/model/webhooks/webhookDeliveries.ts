/**
 * The only writer of `webhookDeliveries`. The transaction of a step queues a delivery for each
 * webhook subscribed to it. An action sends them (webhookSender.ts) in batches and separately per
 * webhook, so that a stalled receiver delays no other. Deliveries have the states of outbox.ts. A
 * JSON body is built from the immutable history record, so every attempt sends the same bytes; a
 * message to a chat combines the deliveries due. Admins may also queue a test delivery, which has
 * no record.
 */
import { omit } from "convex-helpers";
import type { PaginationOptions } from "convex/server";
import { DAY_MS } from "#domain/common/durations";
import { chatBody, stepLine, testLine, type ChatLine } from "#domain/api/chatMessage";
import {
  DELIVERY_DAYS,
  DIGEST_EVENT,
  TEST_EVENT,
  testEvent,
  WEBHOOK_ATTEMPTS,
  webhookEvent,
} from "#domain/api/webhooks";
import type { HistoryAction } from "#domain/custody/workflow";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import { appError } from "../../lib/errors";
import type { AdministratorCtx } from "../../lib/functions";
import { beginAttempt, endAttempt, failedBy, queuedFrom, type Delivery } from "../mail/outbox";
import { capPage } from "../common/pages";
import * as Webhooks from "./webhooks";
import { deleteBatch } from "../common/sweep";

/**
 * Queues the deliveries of a history record, in the transaction that appends it. Without webhooks
 * this costs one read of an empty index range per transaction (40 to 100 µs).
 */
export async function queueFor(
  ctx: MutationCtx,
  historyId: Id<"history">,
  event: HistoryAction,
  now: number,
): Promise<void> {
  for (const { _id: webhookId, events } of await Webhooks.activeInTransaction(ctx)) {
    if (!events.includes(event)) continue;
    // If a delivery is already due, the transaction that queued it has started the sender, which
    // will also send this one.
    const isStarted = (await firstDue(ctx, webhookId, now)) !== null;
    const queued = { webhookId, historyId, event, ...queuedFrom(now) };
    await ctx.db.insert("webhookDeliveries", queued);
    if (!isStarted) await Webhooks.startSending(ctx, webhookId);
  }
}

/**
 * Queues a test delivery, independent of the steps that the webhook is subscribed to.
 *
 * @throws WEBHOOK_MISSING; WEBHOOK_STOPPED while the webhook is stopped
 */
export async function queueTest(ctx: AdministratorCtx, webhookIdText: string): Promise<void> {
  const { _id: webhookId, isActive } = await Webhooks.getOrThrow(ctx, webhookIdText);
  if (!isActive) throw appError("WEBHOOK_STOPPED");
  const queued = { webhookId, event: TEST_EVENT, ...queuedFrom(Date.now()) } as const;
  await ctx.db.insert("webhookDeliveries", queued);
  await Webhooks.startSending(ctx, webhookId);
}

/** Queues the digest of a chat. */
export async function queueDigest(
  ctx: MutationCtx,
  webhookId: Id<"webhooks">,
  lines: ChatLine[],
  now: number,
): Promise<void> {
  const event = DIGEST_EVENT;
  const mutable = lines.map((line) => [...line]);
  await ctx.db.insert("webhookDeliveries", {
    webhookId,
    event,
    lines: mutable,
    ...queuedFrom(now),
  });
}

/** Deliveries per run of the sender, which sends them concurrently. */
const BATCH = 20;

/** An attempt for the sender to make: one request, for one delivery or for several of a chat. */
export type Attempt = {
  readonly deliveryIds: Id<"webhookDeliveries">[];
  readonly url: string;
  readonly secret: string;
  readonly body: string;
};

/**
 * Takes the due deliveries of an active webhook, for one attempt each. A chat receives all of them
 * in one message, because a basket of 300 samples would be 300 messages.
 */
export async function takeDue(
  ctx: MutationCtx,
  webhookId: Id<"webhooks">,
  now: number,
): Promise<Attempt[]> {
  const webhook = await ctx.db.get("webhooks", webhookId);
  if (!webhook?.isActive) return [];
  const { url, secret, format = "json" } = webhook;
  const taken: Attempt[] = [];
  const lines: ChatLine[] = [];
  const joined: Id<"webhookDeliveries">[] = [];
  for (const delivery of await dueRange(ctx, webhookId, now).take(BATCH)) {
    const { _id: deliveryId } = delivery;
    const record = delivery.historyId && (await ctx.db.get("history", delivery.historyId));
    if (record === null) {
      await ctx.db.patch("webhookDeliveries", deliveryId, failedBy("Its history record is gone."));
      continue;
    }
    const begun = beginAttempt(delivery, now, WEBHOOK_ATTEMPTS);
    await ctx.db.patch("webhookDeliveries", deliveryId, begun);
    if (format !== "json") {
      joined.push(deliveryId);
      lines.push(...linesOf(delivery, record));
      continue;
    }
    const event = record
      ? webhookEvent(deliveryId, record)
      : testEvent(deliveryId, delivery._creationTime);
    taken.push({ deliveryIds: [deliveryId], url, secret, body: JSON.stringify(event) });
  }
  if (format === "json" || joined.length === 0) return taken;
  return [{ deliveryIds: joined, url, secret, body: chatBody(format, lines) }];
}

/** Returns the lines of a delivery to a chat. @param record of the step, if it is about one */
function linesOf(
  { lines }: Doc<"webhookDeliveries">,
  record: Doc<"history"> | undefined,
): ChatLine[] {
  const { baseUrl } = settings();
  if (lines !== undefined) return lines;
  return [record === undefined ? testLine(baseUrl) : stepLine(baseUrl, record)];
}

/** The result of an attempt. `responseStatus`: HTTP status, if there was a response. */
export type AttemptResult = {
  readonly deliveryId: Id<"webhookDeliveries">;
  readonly responseStatus?: number;
  readonly result: Delivery;
};

/**
 * Records the attempts of one run.
 *
 * @returns true if more may be due immediately: all were delivered, and the batch was full
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

/** Starts the sender of each webhook that has due deliveries. Called by a cron. */
export async function startDue(ctx: MutationCtx, now: number): Promise<void> {
  for (const { _id } of await Webhooks.listActive(ctx)) {
    if ((await firstDue(ctx, _id, now)) !== null) await Webhooks.startSending(ctx, _id);
  }
}

/**
 * One page of a webhook's deliveries, newest first.
 * @throws WEBHOOK_MISSING
 */
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
    return { ...omit(delivery, ["webhookId", "historyId", "lines"]), serialNumber };
  });
  return { ...found, page: await Promise.all(rowsShown) };
}

/**
 * Queues a delivery again, with the same id and a full number of attempts.
 *
 * @throws DELIVERY_MISSING; WEBHOOK_STOPPED while the webhook is stopped
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

/**
 * Deletes deliveries older than DELIVERY_DAYS.
 * @returns true if more may be left
 */
export async function sweep(ctx: MutationCtx, now: number): Promise<boolean> {
  const old = ctx.db
    .query("webhookDeliveries")
    .withIndex("by_creation_time", (q) => q.lt("_creationTime", now - DELIVERY_DAYS * DAY_MS));
  return await deleteBatch(ctx, "webhookDeliveries", old);
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
