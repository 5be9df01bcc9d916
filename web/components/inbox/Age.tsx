import { RelativeTime } from "@/components/RelativeTime";
import { useNow } from "@/hooks/useNow";
import { isOverdue } from "#domain/custody/overdue";

type AgeProps = {
  /** Epoch ms. */
  item: { since: number; overdueAt?: number };
};

/** How long a request has waited; red and labelled "overdue" once it is. */
export function Age({ item }: AgeProps) {
  const now = useNow();
  if (!isOverdue(item, now)) return <RelativeTime at={item.since} />;
  return (
    <span className="font-medium text-destructive">
      <RelativeTime at={item.since} />, overdue
    </span>
  );
}
