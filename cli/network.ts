import { isThisComputer } from "./config";
import { Unreachable } from "./errors";
import { note } from "./output";

/**
 * Fetches from the server at `url`. @param timeoutMs for all of the answer; without it, it may take
 * as long as it takes
 *
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
    throw new Unreachable(url, networkReason(error, timeoutMs ?? 0), { cause: error });
  }
}

/** Returns the reason behind `fetch failed`, which is in the error's cause. */
function networkReason(error: unknown, timeoutMs: number): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === "TimeoutError") return `no answer within ${timeoutMs / 1000} seconds`;
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
