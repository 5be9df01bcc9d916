import { useRouter, type AnyRoute, type AsyncRouteComponent } from "@tanstack/react-router";
import { useEffect } from "react";
import { useIsConnected } from "@/hooks/useIsConnected";
import { useIsOffline } from "@/lib/connection/offlineReports";

/** Delay before prefetching starts, ms, so that the opened screen loads first. */
const PAUSE_MS = 3000;

/** True if the person has asked the browser to use less data. Only Chromium and Edge tell. */
const savesData = () => {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
};

/** True if loading the screen's code failed: the router keeps `preload` until it has the code. */
const isMissing = ({ options }: AnyRoute) =>
  (options.component as AsyncRouteComponent<object> | undefined)?.preload !== undefined;

/**
 * Prefetches the code of all screens (about 400 kB, once) in the background, so that they open
 * immediately, even offline; not for a browser that saves data. Sequentially: all together they
 * would block the page for 0.2 s. Without a network, the first failure ends it, and a reconnect
 * starts it again.
 */
export function usePrefetchScreens(): void {
  const router = useRouter();
  const isConnected = useIsConnected();
  const isOffline = useIsOffline();
  const isReachable = isConnected && !isOffline;
  useEffect(() => {
    if (!isReachable || savesData()) return;
    let isStopped = false;
    const fetchAll = async () => {
      for (const [id, screen] of Object.entries<AnyRoute>({ ...router.routesById })) {
        if (!id.startsWith("/_app/")) continue;
        await router.loadRouteChunk(screen);
        if (isStopped || isMissing(screen)) return;
      }
    };
    // A file that is missing now is loaded again when its screen is opened, which shows a failure.
    const timer = setTimeout(() => void fetchAll().catch(() => undefined), PAUSE_MS);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [router, isReachable]);
}
