import { AlarmClock } from "lucide-react";
import { useNow } from "@/hooks/useNow";
import { formatMinute } from "../../../domain/dates";
import { isOverdue } from "../../../domain/overdue";

/** Says in a row that the sample waits for longer than it should; nothing otherwise. */
export function OverdueMark({ sample }: { sample: { overdueAt?: number } }) {
  const now = useNow();
  if (sample.overdueAt === undefined || !isOverdue(sample, now)) return null;
  return (
    <span
      title={`Overdue since ${formatMinute(sample.overdueAt)}`}
      className="grid size-5 shrink-0 place-items-center rounded-full bg-destructive text-destructive-foreground"
    >
      <AlarmClock className="size-3.5" aria-hidden />
      <span className="sr-only">Overdue</span>
    </span>
  );
}
