import { formatDistanceStrict } from "date-fns";
import { useEffect, useState } from "react";
import { formatDateTime } from "../../domain/dates";

/** A minute: the smallest step the text shows. */
const REFRESH_MS = 60_000;

/** "3 days ago", kept true while it is on screen; the full date on hover. `at`: epoch ms, UTC. */
export function RelativeTime({ at, className }: { at: number; className?: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const isNow = Math.abs(now - at) < REFRESH_MS;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)} className={className}>
      {isNow ? "just now" : formatDistanceStrict(at, now, { addSuffix: true })}
    </time>
  );
}
