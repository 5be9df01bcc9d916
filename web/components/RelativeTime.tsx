import { formatDistanceStrict } from "date-fns";
import { useNow } from "@/hooks/useNow";
import { formatDateTime } from "#domain/common/dates";

/** Closer moments are "just now". */
const MINUTE_MS = 60_000;

/** "3 days ago", kept true while it is on screen; the full date on hover. `at`: epoch ms, UTC. */
export function RelativeTime({ at, className }: { at: number; className?: string }) {
  const now = useNow();
  const isNow = Math.abs(now - at) < MINUTE_MS;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)} className={className}>
      {isNow ? "just now" : formatDistanceStrict(at, now, { addSuffix: true })}
    </time>
  );
}
