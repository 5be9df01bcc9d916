import { historyRow } from "./api/rows";
import { isLoopbackAddress, isPublicAddress } from "./networkAddress";
import type { HistoryAction } from "./workflow";

/**
 * Webhooks: each step is sent to the addresses that admins entered (docs/api.md, "Webhooks").
 */

export const MAX_WEBHOOKS = 10;
const MAX_WEBHOOK_URL = 500;

/** Begins every signing secret. */
export const WEBHOOK_SECRET_PREFIX = "whsec_";

/** Headers of a delivery: its signature, and its id, which stays the same when it is repeated. */
export const SIGNATURE_HEADER = "SMS-Signature";
export const DELIVERY_HEADER = "SMS-Delivery";

/** A delivery is given up after as many attempts: the waits double from a minute to a day. */
export const WEBHOOK_ATTEMPTS = {
  maxAttempts: 13,
  firstWaitMs: 60_000,
  maxWaitMs: 24 * 60 * 60_000,
} as const;
/** A receiver that took nothing for so long gets nothing more, until an admin resumes it. */
export const FAILING_DAYS = 3;
/** Deliveries are kept for so long. */
export const DELIVERY_DAYS = 30;

/** Names that networks resolve within themselves. */
const INTERNAL_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|home\.arpa)$/;

/**
 * Parses the address of a receiver.
 *
 * @param allowsLoopback in a demo, receivers may run on the same computer, without TLS
 * @returns null unless it is an https address of a public host without a password in it. The
 *   sender also looks at what a name resolves to (convex/lib/webhookRequest.ts).
 */
export function parseWebhookUrl(text: string, allowsLoopback: boolean): URL | null {
  if (text.length > MAX_WEBHOOK_URL || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return null;
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isHere = host === "localhost" || isLoopbackAddress(host);
  if (allowsLoopback && isHere) return /^https?:$/.test(url.protocol) ? url : null;
  if (url.protocol !== "https:") return null;
  const isAddress = /^[\d.]+$/.test(host) || host.includes(":");
  if (isAddress) return isPublicAddress(host) ? url : null;
  return host.includes(".") && !INTERNAL_NAME.test(host) ? url : null;
}

/** Returns true if a delivery may connect to what a receiver's name resolved to. */
export function mayConnectTo(address: string, allowsLoopback: boolean): boolean {
  return isPublicAddress(address) || (allowsLoopback && isLoopbackAddress(address));
}

/** A delivery as receivers get it: `WebhookEvent` of the OpenAPI document. */
export function webhookEvent(
  deliveryId: string,
  record: Parameters<typeof historyRow>[0] & {
    readonly action: HistoryAction;
    readonly actiondate: number;
  },
) {
  const { action: event, actiondate } = record;
  return {
    id: deliveryId,
    event,
    createdAt: new Date(actiondate).toISOString(),
    data: historyRow(record),
  };
}

/** The text that is signed: the moment in whole seconds, epoch, and the body as it is sent. */
export const signedText = (seconds: number, body: string): string => `${seconds}.${body}`;

/** The value of the signature's header. @param signature HMAC-SHA256 in hexadecimal */
export const signatureHeader = (seconds: number, signature: string): string =>
  `t=${seconds},v1=${signature}`;
