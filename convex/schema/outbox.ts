/** Fields and outcomes of messages sent by an action: model/mail/outbox.ts. Times are epoch ms. */
import { v } from "convex/values";

export const outboxStatus = v.union(v.literal("queued"), v.literal("sent"), v.literal("failed"));

export const outboxFields = {
  status: outboxStatus,
  attempts: v.number(),
  lastError: v.optional(v.string()),
  /**
   * Earliest time of the next attempt; during an attempt, the time after which it counts as lost.
   */
  nextAttemptAt: v.number(),
  sentAt: v.optional(v.number()),
};

/** A recurring mail that its reader can turn off: a person's digest, or a scheduled report. */
export const mailList = v.object({
  kind: v.union(v.literal("digest"), v.literal("report")),
  /** Of the reader, or of the schedule. */
  id: v.string(),
});

const failure = (outcome: "retry" | "refused") =>
  v.object({ outcome: v.literal(outcome), error: v.string() });

/** Result of one attempt: `retry` is temporary, `refused` permanent. */
export const delivery = v.union(
  v.object({ outcome: v.literal("sent") }),
  failure("retry"),
  failure("refused"),
);
