import { omit } from "convex-helpers";
import { auditChanges, type AuditAction, type AuditChange } from "#domain/accounts/audit";
import { DAY_MS } from "#domain/common/durations";
import { omitUndefined } from "#domain/common/objects";
import { FAILING_DAYS, MAX_WEBHOOKS, parseWebhookUrl } from "#domain/api/webhooks";
import { HISTORY_ACTIONS, type HistoryAction } from "#domain/custody/workflow";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { settings } from "../../config";
import { appError } from "../../lib/errors";
import { oncePerTransaction } from "../../lib/oncePerTransaction";
import type { AdministratorCtx } from "../../lib/functions";
import * as Audit from "../access/audit";
import * as Notifications from "../notifications/notifications";

/** The only writer of `webhooks`: the receivers to which steps are sent. */

type Webhook = Doc<"webhooks">;

type Stated = { readonly url: string; readonly events: readonly HistoryAction[] };

/** @throws WEBHOOK_URL, WEBHOOK_EVENTS */
function parseReceiver(stated: Stated): { url: string; events: HistoryAction[] } {
  const url = parseWebhookUrl(stated.url.trim(), settings().webhookReceivers)?.href;
  if (url === undefined) throw appError("WEBHOOK_URL", {}, "url");
  const events = HISTORY_ACTIONS.filter((event) => stated.events.includes(event));
  if (events.length === 0) throw appError("WEBHOOK_EVENTS", {}, "events");
  return { url, events };
}

/**
 * Enters a receiver.
 *
 * @param secret drawn by an action; signs the deliveries
 * @throws WEBHOOK_URL, WEBHOOK_EVENTS, WEBHOOKS_FULL
 */
export async function add(
  ctx: AdministratorCtx,
  { secret, ...stated }: Stated & { readonly secret: string },
): Promise<void> {
  const { url, events } = parseReceiver(stated);
  if ((await all(ctx)).length >= MAX_WEBHOOKS) {
    throw appError("WEBHOOKS_FULL", { max: MAX_WEBHOOKS });
  }
  await ctx.db.insert("webhooks", { url, events, secret, isActive: true });
  await record(ctx, "Webhook Added", url, [{ field: "events", to: events.join(", ") }]);
}

/** All receivers, newest first, without their secrets: at most MAX_WEBHOOKS. */
export async function list(ctx: QueryCtx) {
  return (await all(ctx)).map((webhook) => omit(webhook, ["secret"])).reverse();
}

/**
 * Changes the address and the steps of a receiver, which keeps its secret. What waits goes to the
 * new address.
 *
 * @throws WEBHOOK_MISSING, WEBHOOK_URL, WEBHOOK_EVENTS
 */
export async function update(
  ctx: AdministratorCtx,
  { webhookId, ...stated }: Stated & { readonly webhookId: string },
): Promise<void> {
  const webhook = await getOrThrow(ctx, webhookId);
  const { url, events } = parseReceiver(stated);
  const described = (hook: Stated) => ({ url: hook.url, events: hook.events.join(", ") });
  const changes = auditChanges(described(webhook), described({ url, events }));
  if (changes.length === 0) return;
  const isMoved = url !== webhook.url;
  await ctx.db.patch("webhooks", webhook._id, {
    url,
    events,
    ...(isMoved && { failingSince: undefined }),
  });
  await record(ctx, "Webhook Updated", webhook.url, changes);
}

/** Stops the deliveries to a receiver, or goes on with those that wait. @throws WEBHOOK_MISSING */
export async function setActive(
  ctx: AdministratorCtx,
  { webhookId, isActive }: { webhookId: string; isActive: boolean },
): Promise<void> {
  const webhook = await getOrThrow(ctx, webhookId);
  if (webhook.isActive === isActive) return;
  await ctx.db.patch("webhooks", webhook._id, { isActive, failingSince: undefined });
  await record(ctx, "Webhook Updated", webhook.url, [
    { field: "isActive", from: webhook.isActive, to: isActive },
  ]);
  if (isActive) await startSending(ctx, webhook._id);
}

/** Removes a receiver. Its deliveries are not sent any more, and go with the sweep. */
export async function remove(ctx: AdministratorCtx, webhookId: string): Promise<void> {
  const { _id, url } = await getOrThrow(ctx, webhookId);
  await ctx.db.delete("webhooks", _id);
  await record(ctx, "Webhook Removed", url);
}

/**
 * Stores since when no delivery arrives at a receiver, after a run of the sender. After
 * FAILING_DAYS the webhook is stopped and the admins are told. Every step reads the webhook, so
 * this writes it only when something changes.
 */
export async function recordHealth(
  ctx: MutationCtx,
  webhookId: Id<"webhooks">,
  isWell: boolean,
  now: number,
): Promise<void> {
  const webhook = await ctx.db.get("webhooks", webhookId);
  if (!webhook?.isActive) return;
  const { failingSince, url } = webhook;
  if (isWell) {
    if (failingSince === undefined) return;
    return await ctx.db.patch("webhooks", webhookId, { failingSince: undefined });
  }
  if (failingSince === undefined) {
    return await ctx.db.patch("webhooks", webhookId, { failingSince: now });
  }
  if (now - failingSince < FAILING_DAYS * DAY_MS) return;
  await ctx.db.patch("webhooks", webhookId, { isActive: false });
  const notice = { kind: "webhookStopped" as const, url, since: failingSince };
  for (const { email } of await admins(ctx)) {
    await Notifications.add(ctx, email, notice, { at: now });
  }
}

/** More admins than any company has. */
const MAX_ADMINS = 50;

async function admins(ctx: QueryCtx): Promise<Doc<"users">[]> {
  return await ctx.db
    .query("users")
    .withIndex("by_role_and_isActive", (q) => q.eq("role", "admin").eq("isActive", true))
    .take(MAX_ADMINS);
}

/** Starts a run of the sender. */
export async function startSending(ctx: MutationCtx, webhookId: Id<"webhooks">): Promise<void> {
  await ctx.scheduler.runAfter(0, internal.webhookSender.send, { webhookId });
}

async function all(ctx: QueryCtx): Promise<Webhook[]> {
  return await ctx.db.query("webhooks").take(MAX_WEBHOOKS);
}

/** The webhooks that receive deliveries. */
export async function listActive(ctx: QueryCtx): Promise<Webhook[]> {
  return await ctx.db
    .query("webhooks")
    .withIndex("by_isActive", (q) => q.eq("isActive", true))
    .take(MAX_WEBHOOKS);
}

/**
 * Reads `listActive` once for each transaction. No transaction changes both samples and webhooks.
 */
export const activeInTransaction = oncePerTransaction(listActive);

/** @throws WEBHOOK_MISSING */
export async function getOrThrow(ctx: QueryCtx, webhookIdText: string): Promise<Webhook> {
  const webhookId = ctx.db.normalizeId("webhooks", webhookIdText);
  const webhook = webhookId && (await ctx.db.get("webhooks", webhookId));
  if (!webhook) throw appError("WEBHOOK_MISSING");
  return webhook;
}

async function record(
  ctx: AdministratorCtx,
  action: AuditAction,
  url: string,
  changes: AuditChange[] = [],
): Promise<void> {
  await Audit.append(ctx, omitUndefined({ action, entry: url, changes }));
}
