import { AlarmClock } from "lucide-react";
import { useNow } from "@/hooks/useNow";
import { formatMinute } from "../../../domain/dates";
import { cn } from "@/lib/utils";
import { isOverdue } from "../../../domain/overdue";

type OverdueMarkProps = { sample: { overdueAt?: number }; className?: string };

/** Says in a row that the sample waits for longer than it should; nothing otherwise. */
export function OverdueMark({ sample, className }: OverdueMarkProps) {
  const now = useNow();
  if (sample.overdueAt === undefined || !isOverdue(sample, now)) return null;
  return (
    <span
      title={`Overdue since ${formatMinute(sample.overdueAt)}`}
      className={cn(
        "grid size-5 shrink-0 place-items-center rounded-full bg-destructive text-destructive-foreground",
        className,
      )}
    >
      <AlarmClock className="size-3.5" aria-hidden />
      <span className="sr-only">Overdue</span>
    </span>
  );
}
