import { createContext, use, useEffect, useState } from "react";
import { useIsOffline } from "@/lib/connection/offlineReports";
import { useIsConnected } from "./useIsConnected";

/** Shorter gaps are not shown, ms: a laptop that wakes up reconnects within this. */
const TELL_AFTER_MS = 2000;

const LostSinceContext = createContext<Date | null>(null);
export const LostSinceProvider = LostSinceContext.Provider;

/** Watches the connection: since when it is lost, null while it stands. One a page. */
export function useWatchConnection(): Date | null {
  const isConnected = useIsConnected();
  const isOffline = useIsOffline();
  const isLost = isOffline || !isConnected;
  const [since, setSince] = useState<Date | null>(null);
  useEffect(() => {
    if (!isLost) return;
    const lostAt = new Date();
    const timer = setTimeout(() => setSince((known) => known ?? lostAt), TELL_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSince(null);
    };
  }, [isLost]);
  return since;
}

/** Since when a signed-in screen has had no connection; null while it has one. */
export const useLostSince = (): Date | null => use(LostSinceContext);
