/**
 * The server's time. Dates of samples and steps come from the server, so comparisons with them
 * (ages, overdue, the minute of an undo) must not depend on this device's clock, which may be
 * wrong.
 */
import type { ConvexReactClient } from "convex/react";
import { clockDifference, isOtherDifference } from "#domain/common/clockDifference";
import { Listeners } from "./observable";

let aheadMs = 0;
const listeners = new Listeners();

/** The server's time, epoch ms. This device's clock until the first answer, and if both agree. */
export const serverNow = (): number => Date.now() + aheadMs;

/** This device's time at a time of the server, both epoch ms. */
export const deviceTime = (serverTime: number): number => serverTime - aheadMs;

/** Calls `onChange` when the difference between the clocks changes. @returns unsubscribe */
export const subscribeToServerClock = listeners.add;

/** Compares the clocks at each connection: a laptop's clock may be set while it sleeps. */
export function watchServerClock(client: ConvexReactClient): void {
  let wasConnected = false;
  client.subscribeToConnectionState(({ isWebSocketConnected }) => {
    if (isWebSocketConnected && !wasConnected) void compareClocks();
    wasConnected = isWebSocketConnected;
  });
}

/**
 * Reads the `Date` header of a response from the server. Without one, the last difference stays.
 */
export async function compareClocks(): Promise<void> {
  const askedAt = Date.now();
  const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null);
  const ahead = clockDifference(answer?.headers.get("Date") ?? null, askedAt, Date.now());
  if (ahead === null || !isOtherDifference(aheadMs, ahead)) return;
  aheadMs = ahead;
  listeners.notify();
}
