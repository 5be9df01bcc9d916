import { useSyncExternalStore } from "react";

/**
 * Follows the browser's reports that this device lost its network. A report is immediate; a socket
 * takes most of a minute to notice. Only events count: `navigator.onLine` is also false on a
 * computer without any network that serves itself.
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

/** @returns the function that ends the subscription */
export function subscribeToOffline(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

/** True while the browser reports that this device lost its network. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribeToOffline, isReportedOffline);
}
