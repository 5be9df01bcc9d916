import { isThisComputer } from "./config";
import { Unreachable } from "./errors";
import { note } from "./output";
import { compareClocks } from "./serverClock";

/**
 * Node's fetch gives up after this wait for the headers, or for the next part of the body. No
 * option extends it.
 */
const FETCH_WAIT_MS = 300_000;

/**
 * Sends a request to the server at `url` and resolves with the headers; `readBody` reads the rest.
 *
 * @param timeoutMs for the whole answer; undefined: each part may take `FETCH_WAIT_MS`
 * @throws Unreachable
 */
export async function fetchFrom(
  url: string,
  input: Parameters<typeof fetch>[0],
  init: RequestInit,
  timeoutMs?: number,
): Promise<Response> {
  warnOfEavesdroppers(url);
  try {
    const limit = timeoutMs === undefined ? {} : { signal: AbortSignal.timeout(timeoutMs) };
    const askedAt = Date.now();
    const answer = await fetch(input, { ...init, ...limit });
    compareClocks(answer, askedAt);
    return answer;
  } catch (error) {
    throw new Unreachable(url, networkReason(error, timeoutMs), { cause: error });
  }
}

/**
 * Reads the body of an answer returned by `fetchFrom`.
 *
 * @param timeoutMs the limit passed to `fetchFrom`
 * @throws Unreachable if the body breaks off
 */
export async function readBody(
  url: string,
  response: Response,
  timeoutMs?: number,
): Promise<ArrayBuffer> {
  try {
    return await response.arrayBuffer();
  } catch (error) {
    const isLate = (error as Error).name === "TimeoutError";
    const reason = isLate ? networkReason(error, timeoutMs) : "its answer broke off";
    throw new Unreachable(url, reason, { cause: error });
  }
}

/** Returns the reason for `fetch failed`, which is in the error's cause. */
function networkReason(error: unknown, timeoutMs = FETCH_WAIT_MS): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === "TimeoutError" || cause?.code === "UND_ERR_HEADERS_TIMEOUT") {
    return `no answer within ${Math.min(timeoutMs, FETCH_WAIT_MS) / 1000} seconds`;
  }
  if (cause?.code === "ECONNREFUSED") return "nothing is listening there";
  return cause?.code || cause?.message || message; // undici has empty messages
}

/** Servers that this run has already warned about. */
const warned = new Set<string>();

/**
 * Warns about plain http: every call contains a password, a token or the admin key, which the
 * network can read.
 */
function warnOfEavesdroppers(url: string): void {
  if (new URL(url).protocol === "https:" || isThisComputer(url) || warned.has(url)) return;
  warned.add(url);
  note(
    `Warning: ${url} is not encrypted: anyone on the network path can read your password or token. ` +
      "Set SMS_URL to an https address.",
  );
}
