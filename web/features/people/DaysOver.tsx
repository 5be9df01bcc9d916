import { useNow } from "@/hooks/useNow";
import { daysOverMaximum } from "#domain/custody/limits";

/**
 * Whole days for which the person has exceeded the limit of samples in use. @param since epoch ms
 */
export function DaysOver({ since }: { since: number | undefined }) {
  const days = daysOverMaximum(since, useNow());
  if (days === undefined) return <span className="text-muted-foreground">–</span>;
  return <span className="tabular-nums">{days.toLocaleString("en-US")}</span>;
}
