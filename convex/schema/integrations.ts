import { defineTable } from "convex/server";
import { v } from "convex/values";
import { TOKEN_SCOPES } from "#domain/accounts/apiTokens";
import { RECEIVER_EVENTS, RECEIVER_FORMATS, TEST_EVENT } from "#domain/api/webhooks";
import { oneOf } from "../lib/validators";
import { outboxFields } from "./outbox";

export const tokenScope = oneOf(TOKEN_SCOPES);

/** An API token as shown in lists, without the digest. Times are epoch ms. */
export const tokenFields = {
  name: v.string(),
  scopes: v.array(tokenScope),
  /** The first characters of the secret. */
  hint: v.string(),
  /** Undefined: never expires. */
  expiresAt: v.optional(v.number()),
  /** Delayed by up to some minutes: model/access/apiTokens.ts. */
  lastUsedAt: v.optional(v.number()),
};

/** Webhook events are changes of samples, named as in their history; a chat also has a digest. */
export const receiverEvent = oneOf(RECEIVER_EVENTS);
export const receiverFormat = oneOf(RECEIVER_FORMATS);

/** `ChatLine` of domain/api/chatMessage.ts. */
const chatLine = v.array(v.union(v.string(), v.object({ label: v.string(), url: v.string() })));

/** A webhook as shown in lists, without the secret. Times are epoch ms. */
export const webhookFields = {
  url: v.string(),
  events: v.array(receiverEvent),
  /** Absent: JSON. */
  format: v.optional(receiverFormat),
  isActive: v.boolean(),
  /** Since when all deliveries have failed; kept when the webhook was stopped for that reason. */
  failingSince: v.optional(v.number()),
};

/** A delivery as shown in the log of a webhook. */
export const deliveryFields = {
  event: oneOf([...RECEIVER_EVENTS, TEST_EVENT]),
  ...outboxFields,
  /** HTTP status of the last attempt's response; undefined if there was none. */
  responseStatus: v.optional(v.number()),
};

export const integrationTables = {
  /**
   * Tokens of the HTTP API. Writer: model/access/apiTokens.ts. Readers: Profile, the admins' page
   * Integrations, the HTTP API.
   */
  apiTokens: defineTable({
    owner: v.id("users"),
    ...tokenFields,
    /** SHA-256 of the secret: lib/codes.ts, digest. */
    hash: v.string(),
  })
    // The owner's list
    .index("by_owner", ["owner"])
    // Authentication of a request
    .index("by_hash", ["hash"]),

  /**
   * URLs to which steps are sent. Writer: model/webhooks/webhooks.ts. Readers: every step, the
   * admins' page Integrations.
   */
  webhooks: defineTable({
    ...webhookFields,
    /**
     * Key that signs the deliveries, so it is stored in plain text; no list function returns it.
     */
    secret: v.string(),
    /** Epoch ms: when the digest of a chat is due. Absent: it gets none. */
    digestAt: v.optional(v.number()),
    /** Zone in which the digest is due at 08:00. */
    timeZone: v.optional(v.string()),
  })
    // Steps, and the cron that starts the sender
    .index("by_isActive", ["isActive"]),

  /**
   * Webhook deliveries, kept for 30 days. Writer: model/webhooks/webhookDeliveries.ts. Readers: the
   * sender, the log of a webhook.
   */
  webhookDeliveries: defineTable({
    webhookId: v.id("webhooks"),
    /** The history record from which the body is built; undefined for a test. */
    historyId: v.optional(v.id("history")),
    /** A digest: the lines of its message. */
    lines: v.optional(v.array(chatLine)),
    ...deliveryFields,
  })
    // Log
    .index("by_webhookId", ["webhookId"])
    .index("by_webhookId_and_status", ["webhookId", "status"])
    // Sender
    .index("by_webhookId_and_status_and_nextAttemptAt", ["webhookId", "status", "nextAttemptAt"]),
};
