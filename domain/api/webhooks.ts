/** Webhooks: each step is sent to the URLs that admins configured (docs/api.md, "Webhooks"). */
import { historyRow } from "./rows";
import { CHATS } from "./chatMessage";
import { DAY_MS, MINUTE_MS } from "../common/durations";
import {
  isInNetwork,
  isLoopbackAddress,
  isPublicAddress,
  type Network,
} from "../common/networkAddress";
import { HISTORY_ACTIONS, type HistoryAction } from "../custody/workflow";

export const MAX_WEBHOOKS = 10;
const MAX_WEBHOOK_URL = 500;

/** The event of a test delivery, which describes no change. */
export const TEST_EVENT = "Test";
/** All events of deliveries. */
export const WEBHOOK_EVENTS = [...HISTORY_ACTIONS, TEST_EVENT] as const;

/** The event of the daily message about late samples: for chats only. */
export const DIGEST_EVENT = "Digest";
/** Events that a receiver may choose: steps, and for a chat its digest. */
export const RECEIVER_EVENTS = [DIGEST_EVENT, ...HISTORY_ACTIONS] as const;
export type ReceiverEvent = (typeof RECEIVER_EVENTS)[number];

/** `json`: one signed request per step. Chats receive messages at their incoming webhook. */
export const RECEIVER_FORMATS = ["json", ...CHATS] as const;
export type ReceiverFormat = (typeof RECEIVER_FORMATS)[number];

export const FORMAT_LABELS = {
  json: "JSON",
  slack: "Slack",
  teams: "Teams",
} as const satisfies Record<ReceiverFormat, string>;

/** Returns the default events of a new receiver of this format. */
export function usualEventsFor(format: ReceiverFormat): readonly ReceiverEvent[] {
  return format === "json" ? HISTORY_ACTIONS : [DIGEST_EVENT];
}

/** Returns the events that a receiver of this format may choose. */
export function eventsFor(format: ReceiverFormat): readonly ReceiverEvent[] {
  return format === "json" ? HISTORY_ACTIONS : RECEIVER_EVENTS;
}

/** Prefix of every signing secret; the key follows in base64 (Standard Webhooks). */
export const WEBHOOK_SECRET_PREFIX = "whsec_";

/**
 * Headers of a delivery (standardwebhooks.com): its id, which is the same for every attempt, the
 * time of the attempt in epoch seconds, and the signature.
 */
export const WEBHOOK_HEADERS = {
  id: "webhook-id",
  timestamp: "webhook-timestamp",
  signature: "webhook-signature",
} as const;

/** Headers of version 1.6, sent until 2.0 for receivers that check them. */
export const FORMER_HEADERS = { signature: "SMS-Signature", id: "SMS-Delivery" } as const;

/** Retry policy of a delivery. The waits double from a minute up to a day. */
export const WEBHOOK_ATTEMPTS = {
  maxAttempts: 13,
  attemptMs: MINUTE_MS,
  firstWaitMs: MINUTE_MS,
  maxWaitMs: DAY_MS,
} as const;
/**
 * Days without a successful delivery after which a webhook is stopped until an admin resumes it.
 */
export const FAILING_DAYS = 3;
/** Days for which deliveries are kept. */
export const DELIVERY_DAYS = 30;

/** Host names that resolve on the Internet: their top-level domain has two or more letters. */
const PUBLIC_NAME = /^([\w-]+\.)+([a-z]{2,}|xn--[a-z\d-]+)$/;
/** Host names that resolve only within private networks. */
const INTERNAL_NAME = /(^|\.)(local|internal|intranet|lan|home|corp|private|home\.arpa)$/;
/**
 * Host names of the server's own computer as in hosts files, also with a domain appended:
 * `localhost.localdomain`, `ip6-localhost.a`.
 */
const OWN_NAME = /(^|\.)(localhost[46]?|localdomain[46]?|ip6-localhost|ip6-loopback)(\.|$)/;
/** Host names of cloud metadata services, from which machines read their credentials. */
const METADATA_NAME = /^(metadata|instance-data)(\.([\w-]+\.)?internal)?$/;

/** Rules for receivers outside the Internet, which are refused by default. */
export type ReceiverRules = {
  /** In a demo: receivers on the same computer, without TLS. */
  readonly allowsLoopback: boolean;
  /** Private networks allowed by the deployment's settings (SMS_WEBHOOK_NETWORKS). */
  readonly networks: readonly Network[];
};

/**
 * Parses the URL of a receiver. The form and the sender both call this function. The sender also
 * checks the addresses that the name resolves to (`mayConnectTo`), because these may change later.
 *
 * @returns null unless it is an https URL without credentials, whose host is public or in an
 *   allowed network. The host is checked in the form that `URL` normalises it to: `0x7f.1` is
 *   127.0.0.1.
 */
export function parseWebhookUrl(text: string, rules: ReceiverRules): URL | null {
  if (text.length > MAX_WEBHOOK_URL || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return null;
  // A single trailing dot is the DNS root; resolvers differ in how they read more dots.
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const isHere = host === "localhost" || isLoopbackAddress(host);
  if (rules.allowsLoopback && isHere) return /^https?:$/.test(url.protocol) ? url : null;
  return url.protocol === "https:" && mayBeReceiver(host, rules) ? url : null;
}

/** @param host an address without brackets, or a name in lower case */
function mayBeReceiver(host: string, rules: ReceiverRules): boolean {
  const isAddress = /^[\d.]+$/.test(host) || host.includes(":");
  if (isAddress) return mayConnectTo(host, rules);
  if (host.split(".").includes("")) return false;
  if (OWN_NAME.test(host) || METADATA_NAME.test(host)) return false;
  const isPublic = PUBLIC_NAME.test(host) && !INTERNAL_NAME.test(host);
  return isPublic || rules.networks.length > 0;
}

/** Returns true if a delivery may connect to an address to which a receiver's name resolved. */
export function mayConnectTo(
  address: string,
  { allowsLoopback, networks }: ReceiverRules,
): boolean {
  return (
    isPublicAddress(address) ||
    (allowsLoopback && isLoopbackAddress(address)) ||
    networks.some((network) => isInNetwork(address, network))
  );
}

/**
 * The body of a delivery: `WebhookEvent` of the OpenAPI document. Whether the step has been undone
 * is omitted, so that every attempt sends the same body; an undo is a separate delivery.
 */
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
    data: { ...historyRow(record), isUndone: undefined },
  };
}

/**
 * The body of a test delivery.
 *
 * @param at epoch ms of the request for the test
 */
export function testEvent(deliveryId: string, at: number) {
  return { id: deliveryId, event: TEST_EVENT, createdAt: new Date(at).toISOString(), data: null };
}

/** The text that a delivery's signature signs: its id, the epoch seconds, and the exact body. */
export const signedText = (id: string, seconds: number, body: string): string =>
  `${id}.${seconds}.${body}`;
