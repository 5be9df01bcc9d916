import { isThisComputer } from "./config";
import { Unreachable } from "./errors";
import { note } from "./output";

/**
 * Longest wait of Node's fetch for an answer's headers, and for each next part of its body. No
 * option of fetch makes it longer.
 */
const FETCH_WAIT_MS = 300_000;

/**
 * Fetches from the server at `url`, up to the headers: `readBody` reads the rest.
 *
 * @param timeoutMs for all of the answer; without it, each part may take `FETCH_WAIT_MS`
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
    return await fetch(input, { ...init, ...limit });
  } catch (error) {
    throw new Unreachable(url, networkReason(error, timeoutMs), { cause: error });
  }
}

/**
 * Reads the body of an answer that `fetchFrom` returned.
 *
 * @param timeoutMs the limit that was given to `fetchFrom`
 * @throws Unreachable when the body breaks off
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

/** Returns the reason behind `fetch failed`, which is in the error's cause. */
function networkReason(error: unknown, timeoutMs = FETCH_WAIT_MS): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === "TimeoutError" || cause?.code === "UND_ERR_HEADERS_TIMEOUT") {
    return `no answer within ${Math.min(timeoutMs, FETCH_WAIT_MS) / 1000} seconds`;
  }
  if (cause?.code === "ECONNREFUSED") return "nothing listens there";
  return cause?.code ?? cause?.message ?? message;
}

/** Servers of which this run has warned. */
const warned = new Set<string>();

/**
 * Every call carries a password, a token or the admin key, which plain http shows to the network.
 */
function warnOfEavesdroppers(url: string): void {
  if (new URL(url).protocol === "https:" || isThisComputer(url) || warned.has(url)) return;
  warned.add(url);
  note(
    `Warning: ${url} is not encrypted: whoever is on the way can read your password or token. ` +
      "Set SMS_URL to an https address.",
  );
}
