import { defineTable } from "convex/server";
import { v } from "convex/values";
import { LIMIT_NAMES } from "#domain/custody/limits";
import { oneOf } from "../lib/validators";
import { step } from "./baskets";

/** A sample as its reader knew it when it happened; later they may not see it any more. */
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
    /** E-mail of the person whom a request asks. */
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
  v.object({ kind: v.literal("webhookStopped"), url: v.string(), since: v.number() }),
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
  /** E-mail of whoever did it; absent for what time brought. */
  actor: v.optional(v.string()),
  notice,
  isSeen: v.optional(v.literal(true)),
};

export const inboxTables = {
  /**
   * News for a person: others' steps and changes that concern them. Deleted after 30 days.
   * Writer: model/notifications/notifications.ts. Readers: inbox, digest.
   */
  notifications: defineTable({
    ...notificationFields,
    /** The next digest tells it. */
    isForDigest: v.optional(v.literal(true)),
  })
    // News of the inbox
    .index("by_to_and_at", ["to", "at"])
    // Number of unseen ones, toasts
    .index("by_to_and_isSeen_and_at", ["to", "isSeen", "at"])
    // News of a step that is undone
    .index("by_sampleId_and_at", ["notice.sampleId", "at"])
    // The notice in which the batches of an import count
    .index("by_import_and_to", ["notice.import", "to"])
    // Digest
    .index("by_to_and_isForDigest", ["to", "isForDigest"])
    // Sweep
    .index("by_at", ["at"]),

  /** The latest nudge about a sample. Writer: model/inbox/nudges.ts. Readers: inbox, rate limit. */
  nudges: defineTable({ sampleId: v.id("samples"), at: v.number() })
    .index("by_sampleId", ["sampleId"])
    // Sweep
    .index("by_at", ["at"]),

  /**
   * Requests that somebody put off: until `until`, for as long as the sample waits since `since`.
   * Epoch ms. Writer: model/notifications/snoozes.ts. Readers: inbox, digest.
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
   * Samples whose steps somebody wants to be told. Writer: model/notifications/watches.ts. Readers:
   * stars, inbox, steps.
   */
  watches: defineTable({ uid: v.id("users"), sampleId: v.id("samples") })
    .index("by_uid_and_sampleId", ["uid", "sampleId"])
    .index("by_sampleId", ["sampleId"]),

  /**
   * One row for each person: what their digests have told, and when the next one is due. A batch
   * moves it on in the transaction that queues the mail, so neither is ever without the other.
   * Writer: model/inbox/digests.ts.
   */
  digests: defineTable({
    email: v.string(),
    /** The one that their browser last reported. */
    timeZone: v.string(),
    isMuted: v.boolean(),
    /** Epoch ms: every reminder until then is told. */
    coveredUntil: v.number(),
    /** Epoch ms. */
    nextAt: v.number(),
  })
    .index("by_email", ["email"])
    .index("by_nextAt", ["nextAt"]),
};
