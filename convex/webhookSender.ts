"use node";
import { v } from "convex/values";
import { internal } from "./_generated/api";
import { internalAction } from "./_generated/server";
import { settings } from "./config";
import { postDelivery } from "./lib/webhookRequest";
import type { Attempt } from "./model/webhooks/webhookDeliveries";

const TIMEOUT_MS = 10_000;

/**
 * Sends the due deliveries of one webhook, one batch concurrently at a time, and continues while
 * all succeed. Failed ones are left to the cron, which starts a run every minute.
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
    if (attempts.length === 0) return;
    const results = await Promise.all(
      attempts.map(async ({ deliveryIds, ...message }) => {
        const outcome = await postDelivery({ id: deliveryIds[0] ?? "", ...message }, options);
        return deliveryIds.map((deliveryId) => ({ deliveryId, ...outcome }));
      }),
    );
    const isMore = await ctx.runMutation(internal.webhooks.recordAttempts, {
      webhookId,
      results: results.flat(),
    });
    if (isMore) await ctx.scheduler.runAfter(0, internal.webhookSender.send, { webhookId });
  },
});
