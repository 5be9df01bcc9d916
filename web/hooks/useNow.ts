import { useEffect, useState } from "react";

/** A minute: the smallest step that durations and "3 days ago" show. */
const REFRESH_MS = 60_000;

/** The time, epoch ms, at most a minute old while the component is on screen. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
