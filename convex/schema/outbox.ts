import { v } from "convex/values";

/** Fields and outcomes of what is sent by an action: model/mail/outbox.ts. Times are epoch ms. */

export const outboxStatus = v.union(v.literal("queued"), v.literal("sent"), v.literal("failed"));

export const outboxFields = {
  status: outboxStatus,
  attempts: v.number(),
  lastError: v.optional(v.string()),
  /** It is not tried before; while an attempt runs, this is when the attempt counts as lost. */
  nextAttemptAt: v.number(),
  sentAt: v.optional(v.number()),
};

const failure = (outcome: "retry" | "refused") =>
  v.object({ outcome: v.literal(outcome), error: v.string() });

/** Result of one attempt: `retry` may pass, `refused` is for good. */
export const delivery = v.union(
  v.object({ outcome: v.literal("sent") }),
  failure("retry"),
  failure("refused"),
);
