import { RelativeTime } from "@/components/RelativeTime";
import { useNow } from "@/hooks/useNow";
import { formatLargestUnit } from "#domain/common/durations";
import { formatMinute } from "#domain/common/dates";
import { isOverdue } from "#domain/custody/overdue";

type AgeProps = {
  /** Epoch ms. */
  item: { since: number; overdueAt?: number };
  /** "6 h" instead of "6 hours ago", where a row is narrow. */
  isShort?: boolean;
};

/** How long a request has waited; red once it is overdue: "3 d late". */
export function Age({ item, isShort = false }: AgeProps) {
  const now = useNow();
  const { since, overdueAt } = item;
  if (overdueAt === undefined || !isOverdue(item, now)) {
    if (!isShort) return <RelativeTime at={since} />;
    return <span title={`Since ${formatMinute(since)}`}>{formatLargestUnit(now - since)}</span>;
  }
  return (
    <span
      title={`Since ${formatMinute(since)}, overdue since ${formatMinute(overdueAt)}`}
      className="font-semibold text-destructive"
    >
      {formatLargestUnit(now - overdueAt)} late
    </span>
  );
}
