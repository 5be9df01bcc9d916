import { useRouter, type AnyRoute } from "@tanstack/react-router";
import { useEffect } from "react";

/** Time before fetching begins, ms: until then the opened screen has the connection for itself. */
const PAUSE_MS = 3000;

/**
 * Fetches the code of all screens (some 400 kB, once) in the background, so that they open at once
 * afterwards, even without a network. One after another: all at once hold the page for 0.2 s.
 */
export function usePrefetchScreens(): void {
  const router = useRouter();
  useEffect(() => {
    let isStopped = false;
    const fetchAll = async () => {
      for (const [id, screen] of Object.entries<AnyRoute>({ ...router.routesById })) {
        if (isStopped) return;
        if (!id.startsWith("/_app/")) continue;
        try {
          await router.loadRouteChunk(screen);
        } catch {
          // It is fetched when it is opened, where a failure is shown.
        }
      }
    };
    const timer = setTimeout(() => void fetchAll(), PAUSE_MS);
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [router]);
}
