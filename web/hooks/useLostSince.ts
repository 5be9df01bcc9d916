import { createContext, use, useEffect, useState } from "react";
import { useIsOffline } from "@/lib/connection/offlineReports";
import { useIsConnected } from "./useIsConnected";

/** Shorter interruptions are not shown, ms: a laptop that wakes up reconnects within this time. */
const TELL_AFTER_MS = 2000;

const LostSinceContext = createContext<Date | null>(null);
export const LostSinceProvider = LostSinceContext.Provider;

/** Watches the connection. Returns when it was lost; null while connected. Use once per page. */
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

/** When the connection was lost; null while connected. For signed-in screens. */
export const useLostSince = (): Date | null => use(LostSinceContext);
