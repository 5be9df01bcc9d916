import { useRouter, type AnyRoute } from "@tanstack/react-router";
import { useEffect } from "react";

/** Time before fetching begins, ms: until then the opened screen has the connection for itself. */
const PAUSE_MS = 3000;

/**
 * Fetches the code of all screens (some 400 kB, once) in the background, so that they open at once
 * afterwards, even without a network.
 */
export function usePrefetchScreens(): void {
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      const screens = Object.entries<AnyRoute>({ ...router.routesById }).filter(([id]) =>
        id.startsWith("/_app/"),
      );
      // A screen that cannot be fetched now is fetched when it is opened, where a failure is shown.
      void Promise.allSettled(
        screens.map(async ([, screen]) => await router.loadRouteChunk(screen)),
      );
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [router]);
}
