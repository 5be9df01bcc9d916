import { defineTable } from "convex/server";
import { v } from "convex/values";
import { TOKEN_SCOPES } from "#domain/accounts/apiTokens";
import { WEBHOOK_EVENTS } from "#domain/api/webhooks";
import { HISTORY_ACTIONS } from "#domain/custody/workflow";
import { oneOf } from "../lib/validators";
import { outboxFields } from "./outbox";

export const tokenScope = oneOf(TOKEN_SCOPES);

/** A token as lists show it: everything but the digest. Times are epoch ms. */
export const tokenFields = {
  name: v.string(),
  scopes: v.array(tokenScope),
  /** The first characters of the secret. */
  hint: v.string(),
  /** Absent: until it is revoked. */
  expiresAt: v.optional(v.number()),
  /** Late by some minutes: model/access/apiTokens.ts. */
  lastUsedAt: v.optional(v.number()),
};

/** A webhook gets changes of samples, named as in their history. */
export const webhookEvent = oneOf(HISTORY_ACTIONS);

/** A webhook as lists show it: everything but the secret. Times are epoch ms. */
export const webhookFields = {
  url: v.string(),
  events: v.array(webhookEvent),
  isActive: v.boolean(),
  /** Since when no delivery arrives; kept when the webhook was stopped because of it. */
  failingSince: v.optional(v.number()),
};

/** A delivery as the log of a webhook shows it. */
export const deliveryFields = {
  /** One of these, or a test. */
  event: oneOf(WEBHOOK_EVENTS),
  ...outboxFields,
  /** HTTP status of the last attempt's answer; absent: there was none. */
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
    // One's own
    .index("by_owner", ["owner"])
    // A request's
    .index("by_hash", ["hash"]),

  /**
   * Receivers of steps. Writer: model/webhooks/webhooks.ts. Readers: every step, the admins' page
   * Integrations.
   */
  webhooks: defineTable({
    ...webhookFields,
    /** Signs the deliveries, so it is stored as it is; no function answers it. */
    secret: v.string(),
  })
    // Steps, and the cron that starts the sender
    .index("by_isActive", ["isActive"]),

  /**
   * Deliveries to receivers, kept for 30 days. Writer: model/webhooks/webhookDeliveries.ts.
   * Readers: the sender, the log of a webhook.
   */
  webhookDeliveries: defineTable({
    webhookId: v.id("webhooks"),
    /** The change that it tells; the body is made of it. A test tells none. */
    historyId: v.optional(v.id("history")),
    ...deliveryFields,
  })
    // Log
    .index("by_webhookId", ["webhookId"])
    .index("by_webhookId_and_status", ["webhookId", "status"])
    // Sender
    .index("by_webhookId_and_status_and_nextAttemptAt", ["webhookId", "status", "nextAttemptAt"]),
};
