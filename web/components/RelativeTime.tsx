import { formatDistanceStrict } from "date-fns";
import { useNow } from "@/hooks/useNow";
import { formatDateTime } from "#domain/common/dates";

/** Moments less than a minute ago are "just now". */
const MINUTE_MS = 60_000;

/** "3 days ago", updated while visible; the full date on hover. `at`: epoch ms, UTC. */
export function RelativeTime({ at, className }: { at: number; className?: string }) {
  const now = useNow();
  const isNow = Math.abs(now - at) < MINUTE_MS;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)} className={className}>
      {isNow ? "just now" : formatDistanceStrict(at, now, { addSuffix: true })}
    </time>
  );
}
