import { defineTable } from "convex/server";
import { v } from "convex/values";
import { SECOND_FACTOR_EVENTS } from "#domain/accounts/secondFactor";
import { LIMIT_NAMES } from "#domain/custody/limits";
import { oneOf } from "../lib/validators";
import { step } from "./baskets";

/** A sample as it was at the time of the notice; the reader may not be able to see it any more. */
const sampleReference = {
  sampleId: v.id("samples"),
  brand: v.string(),
  model: v.string(),
  serialNumber: v.string(),
};

/** `Notice` of domain/inbox/notices.ts. */
export const notice = v.union(
  v.object({
    kind: v.literal("step"),
    step,
    ...sampleReference,
    /** E-mail of the person asked by a request. */
    recipient: v.optional(v.string()),
    reason: v.optional(v.string()),
    onBehalfOf: v.optional(v.string()),
  }),
  v.object({ kind: v.literal("registered"), ...sampleReference }),
  v.object({ kind: v.literal("imported"), import: v.id("imports"), count: v.number() }),
  v.object({ kind: v.literal("edited"), ...sampleReference, fields: v.array(v.string()) }),
  v.object({ kind: v.literal("deleted"), ...sampleReference }),
  v.object({ kind: v.literal("nudge"), ...sampleReference }),
  v.object({
    kind: v.literal("settings"),
    changes: v.array(
      v.object({ field: v.string(), from: v.optional(v.string()), to: v.optional(v.string()) }),
    ),
  }),
  v.object({
    kind: v.literal("unanswered"),
    ...sampleReference,
    person: v.string(),
    since: v.number(),
  }),
  v.object({
    kind: v.literal("overdue"),
    ...sampleReference,
    person: v.string(),
    since: v.number(),
  }),
  v.object({ kind: v.literal("standIn"), from: v.number(), until: v.number() }),
  v.object({
    kind: v.literal("overLimit"),
    person: v.string(),
    limit: oneOf(LIMIT_NAMES),
    count: v.number(),
    max: v.number(),
  }),
  v.object({
    kind: v.literal("deactivated"),
    person: v.string(),
    uid: v.id("users"),
    samples: v.number(),
    reports: v.number(),
  }),
  v.object({ kind: v.literal("webhookStopped"), url: v.string(), since: v.number() }),
  v.object({ kind: oneOf(["mailStuck", "backupFailed"]), error: v.string() }),
  /** The server keeps `bytes` of the data of before an upgrade, until `until` (epoch ms). */
  v.object({ kind: v.literal("upgraded"), bytes: v.number(), until: v.number() }),
  v.object({
    kind: v.literal("secondFactor"),
    event: oneOf(SECOND_FACTOR_EVENTS),
    /** E-mail of the person whose second factor the reader reset. */
    person: v.optional(v.string()),
  }),
  v.object({
    kind: v.literal("stockTakeShared"),
    stockTakeId: v.id("stockTakes"),
    name: v.string(),
  }),
);

export const notificationFields = {
  /** E-mail of the reader. */
  to: v.string(),
  /** Epoch ms. */
  at: v.number(),
  /** E-mail of the actor; undefined if a deadline caused the notice. */
  actor: v.optional(v.string()),
  notice,
  isSeen: v.optional(v.literal(true)),
};

export const inboxTables = {
  /**
   * Notifications of steps and changes by other people. Deleted after 30 days. Writer:
   * model/notifications/notifications.ts. Readers: inbox, digest.
   */
  notifications: defineTable({
    ...notificationFields,
    /** To be included in the next digest. */
    isForDigest: v.optional(v.literal(true)),
  })
    // The inbox's notifications
    .index("by_to_and_at", ["to", "at"])
    // Unseen count, toasts
    .index("by_to_and_isSeen_and_at", ["to", "isSeen", "at"])
    // Notifications of a step that is undone
    .index("by_sampleId_and_at", ["notice.sampleId", "at"])
    // The notice that accumulates the batches of an import
    .index("by_import_and_to", ["notice.import", "to"])
    // Digest
    .index("by_to_and_isForDigest", ["to", "isForDigest"])
    // Sweep
    .index("by_at", ["at"]),

  /**
   * The latest nudge about each sample. Writer: model/inbox/nudges.ts. Readers: inbox, rate limit.
   */
  nudges: defineTable({ sampleId: v.id("samples"), at: v.number() })
    .index("by_sampleId", ["sampleId"])
    // Sweep
    .index("by_at", ["at"]),

  /**
   * Snoozed requests: hidden until `until`, for the request pending since `since`. Epoch ms.
   * Writer: model/notifications/snoozes.ts. Readers: inbox, digest.
   */
  snoozes: defineTable({
    email: v.string(),
    sampleId: v.id("samples"),
    since: v.number(),
    until: v.number(),
  })
    .index("by_email_and_sampleId", ["email", "sampleId"])
    // Sweep
    .index("by_until", ["until"]),

  /**
   * Samples that a person watches to be notified of steps. Writer: model/notifications/watches.ts.
   * Readers: stars, inbox, steps.
   */
  watches: defineTable({ uid: v.id("users"), sampleId: v.id("samples") })
    .index("by_uid_and_sampleId", ["uid", "sampleId"])
    .index("by_sampleId", ["sampleId"]),

  /**
   * One row per person: how far their reminders are covered, and when the next digest is due. A
   * batch advances the row in the transaction that queues the mail, so both commit together or not
   * at all. Writer: model/inbox/digests.ts.
   */
  digests: defineTable({
    email: v.string(),
    /** The time zone last reported by the person's browser. */
    timeZone: v.string(),
    isMuted: v.boolean(),
    /** Epoch ms: all earlier reminders have been sent. */
    coveredUntil: v.number(),
    /** Epoch ms. */
    nextAt: v.number(),
  })
    .index("by_email", ["email"])
    .index("by_nextAt", ["nextAt"]),
};
