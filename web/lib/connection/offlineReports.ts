import { useSyncExternalStore } from "react";

/**
 * Tracks the browser's events that this device has lost its network. An event is immediate; a
 * socket needs most of a minute to notice. Only events count: `navigator.onLine` is also false on a
 * computer without any network that runs its own server.
 */
let isOffline = false;
const listeners = new Set<() => void>();

function report(lost: boolean) {
  isOffline = lost;
  for (const onChange of listeners) onChange();
}
window.addEventListener("offline", () => report(true));
window.addEventListener("online", () => report(false));

export const isReportedOffline = (): boolean => isOffline;

/** @returns unsubscribe */
export function subscribeToOffline(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** True while the browser reports that this device has lost its network. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribeToOffline, isReportedOffline);
}
