import { historyRow } from "./rows";
import { DAY_MS, MINUTE_MS } from "../common/durations";
import {
  isInNetwork,
  isLoopbackAddress,
  isPublicAddress,
  type Network,
} from "../common/networkAddress";
import { HISTORY_ACTIONS, type HistoryAction } from "../custody/workflow";

/**
 * Webhooks: each step is sent to the addresses that admins entered (docs/api.md, "Webhooks").
 */

export const MAX_WEBHOOKS = 10;
const MAX_WEBHOOK_URL = 500;

/** The event of a delivery that an admin sends to try a receiver: it tells of no change. */
export const TEST_EVENT = "Test";
/** All events of deliveries. */
export const WEBHOOK_EVENTS = [...HISTORY_ACTIONS, TEST_EVENT] as const;

/** Begins every signing secret. */
export const WEBHOOK_SECRET_PREFIX = "whsec_";

/** Headers of a delivery: its signature, and its id, which stays the same when it is repeated. */
export const SIGNATURE_HEADER = "SMS-Signature";
export const DELIVERY_HEADER = "SMS-Delivery";

/** Most attempts of one delivery. The waits between them double from a minute to a day. */
export const WEBHOOK_ATTEMPTS = {
  maxAttempts: 13,
  firstWaitMs: MINUTE_MS,
  maxWaitMs: DAY_MS,
} as const;
/**
 * Days without one successful delivery after which a webhook is stopped, until an admin resumes it.
 */
export const FAILING_DAYS = 3;
/** Days for which deliveries are kept. */
export const DELIVERY_DAYS = 30;

/** Names that resolve on the Internet: a top-level domain has two letters or more. */
const PUBLIC_NAME = /^([\w-]+\.)+([a-z]{2,}|xn--[a-z\d-]+)$/;
/** Names that networks resolve within themselves. */
const INTERNAL_NAME = /(^|\.)(local|internal|intranet|lan|home|corp|private|home\.arpa)$/;
/**
 * Names of the server's own computer, as hosts files have them, with or without a domain behind:
 * `localhost.localdomain`, `ip6-localhost.a`.
 */
const OWN_NAME = /(^|\.)(localhost[46]?|localdomain[46]?|ip6-localhost|ip6-loopback)(\.|$)/;
/** Names of the service from which a cloud's machines read their credentials. */
const METADATA_NAME = /^(metadata|instance-data)(\.([\w-]+\.)?internal)?$/;

/** Receivers may be on the Internet, and where these rules allow it. */
export type ReceiverRules = {
  /** In a demo: on the same computer, without TLS. */
  readonly allowsLoopback: boolean;
  /** Networks of one's own that the deployment's settings name (SMS_WEBHOOK_NETWORKS). */
  readonly networks: readonly Network[];
};

/**
 * Parses the address of a receiver. The form and the sender both call this function; the sender
 * also checks the addresses that a name resolves to (`mayConnectTo`), which may change later.
 *
 * @returns null unless it is an https address, without a password in it, of a public host or of
 *   one in an allowed network. A host is judged as `URL` spells it: `0x7f.1` is 127.0.0.1.
 */
export function parseWebhookUrl(text: string, rules: ReceiverRules): URL | null {
  if (text.length > MAX_WEBHOOK_URL || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return null;
  // One dot at the end is the root of all names; resolvers read more dots in their own ways.
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

/** Returns true if a delivery may connect to what a receiver's name resolved to. */
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
 * A delivery as receivers get it: `WebhookEvent` of the OpenAPI document. Whether the step stands
 * is left out: it is the same body each time, and an undo is a delivery of its own.
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

/** The body of a test's delivery. @param at epoch ms, when it was asked for */
export function testEvent(deliveryId: string, at: number) {
  return { id: deliveryId, event: TEST_EVENT, createdAt: new Date(at).toISOString(), data: null };
}

/** The text that is signed: the moment in whole seconds, epoch, and the body as it is sent. */
export const signedText = (seconds: number, body: string): string => `${seconds}.${body}`;

/** The value of the signature's header. @param signature HMAC-SHA256 in hexadecimal */
export const signatureHeader = (seconds: number, signature: string): string =>
  `t=${seconds},v1=${signature}`;
