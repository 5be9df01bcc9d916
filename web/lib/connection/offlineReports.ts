import { Observable, useObservable } from "@/lib/observable";

/**
 * Tracks the browser's events that this device has lost its network. An event is immediate; a
 * socket needs most of a minute to notice. Only events count: `navigator.onLine` is also false on a
 * computer without any network that runs its own server.
 */
export const isOffline = new Observable(false);

window.addEventListener("offline", () => isOffline.set(true));
window.addEventListener("online", () => isOffline.set(false));

/** True while the browser reports that this device has lost its network. */
export const useIsOffline = () => useObservable(isOffline);
