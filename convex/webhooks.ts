import { paginationOptsValidator, paginationResultValidator } from "convex/server";
import { v } from "convex/values";
import {
  WEBHOOK_SECRET_PREFIX,
  type ReceiverEvent,
  type ReceiverFormat,
} from "#domain/api/webhooks";
import { internal } from "./_generated/api";
import { action, internalAction, internalMutation } from "./_generated/server";
import { randomKey } from "./lib/codes";
import {
  adminInternalMutation,
  administered,
  terminalMutation,
  type AdministratorCtx,
} from "./lib/functions";
import * as ChatDigests from "./model/inbox/chatDigests";
import * as Deliveries from "./model/webhooks/webhookDeliveries";
import * as Webhooks from "./model/webhooks/webhooks";
import {
  deliveryFields,
  receiverEvent,
  receiverFormat,
  webhookFields,
} from "./schema/integrations";
import { delivery, outboxStatus } from "./schema/outbox";

/** The webhooks, newest first. */
export const [list, listFromTerminal] = administered.query("admin", {
  args: {},
  returns: v.array(
    v.object({ _id: v.id("webhooks"), _creationTime: v.number(), ...webhookFields }),
  ),
  handler: Webhooks.list,
});

const stated = { url: v.string(), events: v.array(receiverEvent) };
const added = { ...stated, format: v.optional(receiverFormat) };
const insertion = {
  args: { ...added, secret: v.string() },
  returns: v.null(),
  handler: async (
    ctx: AdministratorCtx,
    args: { url: string; events: ReceiverEvent[]; format?: ReceiverFormat; secret: string },
  ) => Webhooks.add(ctx, { ...args, timeZone: await ChatDigests.timeZoneOf(ctx) }),
};
export const insert = adminInternalMutation(insertion);
export const insertFromTerminal = terminalMutation(insertion);

const newSecret = () => WEBHOOK_SECRET_PREFIX + randomKey();

/**
 * Adds a webhook and returns the secret that signs its deliveries; no later call returns it. This
 * is an action, because only actions may generate secrets.
 *
 * @throws NOT_SIGNED_IN, DISABLED, NOT_ALLOWED, WEBHOOK_URL, WEBHOOK_EVENTS, WEBHOOKS_FULL
 */
export const add = action({
  args: added,
  returns: v.string(),
  handler: async (ctx, args): Promise<string> => {
    const secret = newSecret();
    await ctx.runMutation(internal.webhooks.insert, { ...args, secret });
    return secret;
  },
});

export const addFromTerminal = internalAction({
  args: added,
  returns: v.string(),
  handler: async (ctx, args): Promise<string> => {
    const secret = newSecret();
    await ctx.runMutation(internal.webhooks.insertFromTerminal, { ...args, secret });
    return secret;
  },
});

/**
 * Changes a webhook's URL and events; it keeps its secret.
 *
 * @throws WEBHOOK_MISSING, WEBHOOK_URL, WEBHOOK_EVENTS
 */
export const [update, updateFromTerminal] = administered.mutation("admin", {
  args: { webhookId: v.string(), ...stated },
  returns: v.null(),
  handler: (ctx, args) => Webhooks.update(ctx, args),
});

/**
 * Sends a test delivery.
 * @throws WEBHOOK_MISSING, WEBHOOK_STOPPED
 */
export const [sendTest, sendTestFromTerminal] = administered.mutation("admin", {
  args: { webhookId: v.string() },
  returns: v.null(),
  handler: (ctx, { webhookId }) => Deliveries.queueTest(ctx, webhookId),
});

/**
 * Stops or resumes the deliveries of a webhook.
 * @throws WEBHOOK_MISSING
 */
export const [setActive, setActiveFromTerminal] = administered.mutation("admin", {
  args: { webhookId: v.string(), isActive: v.boolean() },
  returns: v.null(),
  handler: (ctx, args) => Webhooks.setActive(ctx, args),
});

/** @throws WEBHOOK_MISSING */
export const [remove, removeFromTerminal] = administered.mutation("admin", {
  args: { webhookId: v.string() },
  returns: v.null(),
  handler: (ctx, { webhookId }) => Webhooks.remove(ctx, webhookId),
});

/**
 * The deliveries of a webhook, newest first.
 * @throws WEBHOOK_MISSING
 */
export const [deliveries, deliveriesFromTerminal] = administered.query("admin", {
  args: {
    webhookId: v.string(),
    status: v.optional(outboxStatus),
    paginationOpts: paginationOptsValidator,
  },
  returns: paginationResultValidator(
    v.object({
      _id: v.id("webhookDeliveries"),
      _creationTime: v.number(),
      ...deliveryFields,
      serialNumber: v.string(),
    }),
  ),
  handler: Deliveries.page,
});

/** Sends a delivery again. @throws DELIVERY_MISSING, WEBHOOK_STOPPED */
export const [replay, replayFromTerminal] = administered.mutation("admin", {
  args: { deliveryId: v.string() },
  returns: v.null(),
  handler: (ctx, { deliveryId }) => Deliveries.replay(ctx, deliveryId),
});

/** Queues due digests, and starts the sender of each webhook with due deliveries. Run by a cron. */
export const sendDue = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => {
    const now = Date.now();
    await ChatDigests.queueDue(ctx, now);
    await Deliveries.startDue(ctx, now);
  },
});

export const takeDue = internalMutation({
  args: { webhookId: v.id("webhooks") },
  returns: v.array(
    v.object({
      deliveryIds: v.array(v.id("webhookDeliveries")),
      url: v.string(),
      secret: v.string(),
      body: v.string(),
    }),
  ),
  handler: (ctx, { webhookId }) => Deliveries.takeDue(ctx, webhookId, Date.now()),
});

/**
 * Records the attempts of one run.
 * @returns whether the sender must run again immediately
 */
export const recordAttempts = internalMutation({
  args: {
    webhookId: v.id("webhooks"),
    results: v.array(
      v.object({
        deliveryId: v.id("webhookDeliveries"),
        responseStatus: v.optional(v.number()),
        result: delivery,
      }),
    ),
  },
  returns: v.boolean(),
  handler: (ctx, { webhookId, results }) =>
    Deliveries.recordAttempts(ctx, webhookId, results, Date.now()),
});
