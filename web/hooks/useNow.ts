import { useEffect, useState } from "react";
import { serverNow, subscribeToServerClock } from "@/lib/serverClock";

/** One minute: the smallest step that durations and "3 days ago" show. */
const REFRESH_MS = 60_000;

/** The server's time, epoch ms, refreshed every minute while the component is mounted. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const refresh = () => setNow(serverNow());
    const timer = setInterval(refresh, REFRESH_MS);
    const unsubscribe = subscribeToServerClock(refresh);
    return () => {
      clearInterval(timer);
      unsubscribe();
    };
  }, []);
  return now;
}
