"use node";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction } from "./_generated/server";
import { settings } from "./config";
import { postDelivery } from "./lib/webhookRequest";
import type { Attempt } from "./model/webhooks/webhookDeliveries";

const TIMEOUT_MS = 10_000;

/**
 * Sends what is due to one receiver, a batch at once, and goes on while everything arrives. What
 * fails is left to the cron, which starts one run a minute.
 */
export const send = internalAction({
  args: { webhookId: v.id("webhooks") },
  returns: v.null(),
  handler: async (ctx, { webhookId }) => {
    const options = {
      receivers: settings().webhookReceivers,
      now: Date.now(),
      timeoutMs: TIMEOUT_MS,
    };
    const attempts: Attempt[] = await ctx.runMutation(internal.webhooks.takeDue, { webhookId });
    if (attempts.length === 0) return null;
    const results = await Promise.all(
      attempts.map(async ({ deliveryId, ...message }) => ({
        deliveryId,
        ...(await postDelivery({ id: deliveryId, ...message }, options)),
      })),
    );
    const isMore = await ctx.runMutation(internal.webhooks.recordAttempts, { webhookId, results });
    if (isMore) await ctx.scheduler.runAfter(0, internal.webhookSender.send, { webhookId });
    return null;
  },
});
