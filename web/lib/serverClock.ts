import type { ConvexReactClient } from "convex/react";

/**
 * The server's time. Dates of samples and of steps are the server's, so what is compared with them
 * (ages, overdue, the minute of an undo) must not follow a wrong clock of this device.
 */

/**
 * Difference up to which this device's clock is used, ms: an answer states whole seconds, and
 * arrives late.
 */
const TOLERATED_MS = 3_000;

let aheadMs = 0;
const listeners = new Set<() => void>();

/** The server's time, epoch ms; until its first answer, and where they agree, this device's. */
export const serverNow = (): number => Date.now() + aheadMs;

/** Calls `onChange` when the difference between the clocks changes. @returns unsubscribe */
export function subscribeToServerClock(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** Compares the clocks at each connection: a laptop's may be set while it sleeps. */
export function watchServerClock(client: ConvexReactClient): void {
  let wasConnected = false;
  client.subscribeToConnectionState(({ isWebSocketConnected }) => {
    if (isWebSocketConnected && !wasConnected) void compareClocks();
    wasConnected = isWebSocketConnected;
  });
}

/** Reads the `Date` of an answer of the server. Without one, the known difference stays. */
export async function compareClocks(): Promise<void> {
  const askedAt = Date.now();
  const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null);
  const stated = Date.parse(answer?.headers.get("Date") ?? "");
  if (Number.isNaN(stated)) return;
  const difference = stated - (askedAt + Date.now()) / 2;
  const ahead = Math.abs(difference) > TOLERATED_MS ? difference : 0;
  if (Math.abs(ahead - aheadMs) <= TOLERATED_MS && ahead !== 0) return;
  aheadMs = ahead;
  for (const onChange of listeners) onChange();
}
