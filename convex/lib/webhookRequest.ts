/**
 * Sends webhook deliveries. Runs in Node, because the resolved address must be checked in the very
 * lookup that the connection uses: a name may resolve to a public address now and to an internal
 * one a moment later (DNS rebinding). Reads nothing of the response but its status, and follows no
 * redirects.
 */
"use node";
import { createHmac } from "node:crypto";
import { lookup as resolve, type LookupAddress, type LookupOptions } from "node:dns";
import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";
import {
  FORMER_HEADERS,
  mayConnectTo,
  parseWebhookUrl,
  signedText,
  WEBHOOK_HEADERS,
  WEBHOOK_SECRET_PREFIX,
  type ReceiverRules,
} from "#domain/api/webhooks";
import type { Delivery } from "../model/mail/outbox";

/** @param body the exact bytes that are signed and sent */
type Post = {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
};

type Options = {
  readonly receivers: ReceiverRules;
  /** Epoch ms. */
  readonly now: number;
  /** From connecting to receiving the response status. */
  readonly timeoutMs: number;
};

/** Makes one attempt. Never throws: every failure is returned as a `Delivery`. */
export async function postDelivery(
  { id, url: urlText, secret, body }: Post,
  { now, ...options }: Options,
): Promise<{ result: Delivery; responseStatus?: number }> {
  const url = parseWebhookUrl(urlText, options.receivers);
  if (url === null) return failure("This address is not one that deliveries may go to");
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "User-Agent": "SMS-Webhooks/1",
    ...signatureHeaders({ id, secret, body }, now),
  };
  try {
    const status = await post(url, { headers, body, ...options });
    if (status >= 200 && status < 300) {
      return { result: { outcome: "sent" }, responseStatus: status };
    }
    return { ...failure(`HTTP ${status}`), responseStatus: status };
  } catch (error) {
    return failure(describe(error, options.timeoutMs));
  }
}

const failure = (error: string) => ({ result: { outcome: "retry" as const, error } });

/** The headers by which a receiver recognizes a delivery: docs/api.md, "Webhooks". */
export function signatureHeaders(
  { id, secret, body }: Omit<Post, "url">,
  now: number,
): Record<string, string> {
  const seconds = Math.floor(now / 1000);
  const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text);
  // Also decodes base64url, in which versions up to 1.6 wrote their secrets.
  const key = Buffer.from(secret.replace(WEBHOOK_SECRET_PREFIX, ""), "base64");
  const signature = hmac(key, signedText(id, seconds, body)).digest("base64");
  const formerSignature = hmac(secret, `${seconds}.${body}`).digest("hex");
  return {
    [WEBHOOK_HEADERS.id]: id,
    [WEBHOOK_HEADERS.timestamp]: String(seconds),
    [WEBHOOK_HEADERS.signature]: `v1,${signature}`,
    [FORMER_HEADERS.id]: id,
    [FORMER_HEADERS.signature]: `t=${seconds},v1=${formerSignature}`,
  };
}

type Message = {
  readonly headers: Record<string, string | number>;
  readonly body: string;
} & Omit<Options, "now">;

/** @returns the response status */
function post(url: URL, { headers, body, receivers, timeoutMs }: Message): Promise<number> {
  const send = url.protocol === "https:" ? requestTls : requestPlain;
  return new Promise((resolveWith, reject) => {
    const request = send(url, {
      method: "POST",
      headers,
      agent: false,
      lookup: lookupWithin(receivers),
      signal: AbortSignal.timeout(timeoutMs),
    });
    request.on("error", reject);
    request.on("response", (response) => {
      resolveWith(response.statusCode ?? 0);
      response.on("error", () => undefined); // the connection is closed deliberately
      response.destroy();
    });
    request.end(body);
  });
}

type Answer = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void;

/** A DNS lookup that fails if any of the name's addresses is neither public nor allowed. */
export function lookupWithin(receivers: ReceiverRules) {
  return (hostname: string, options: LookupOptions, answer: Answer): void => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) {
        return answer(error ?? new Error(`${hostname} has no address`), "");
      }
      const inner = addresses.find(({ address }) => !mayConnectTo(address, receivers));
      if (inner !== undefined) {
        return answer(new Error(`${hostname} leads to ${inner.address}, which is not public`), "");
      }
      if (options.all) answer(null, addresses);
      else answer(null, first.address, first.family);
    });
  };
}

function describe(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "AbortError" || error.name === "TimeoutError") {
    return `No answer within ${timeoutMs / 1000} s`;
  }
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}
