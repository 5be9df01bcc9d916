import { AlarmClock } from "lucide-react";
import { useNow } from "@/hooks/useNow";
import { formatMinute } from "#domain/common/dates";
import { isOverdue } from "#domain/custody/overdue";
import type { Status } from "#domain/custody/statuses";
import { StatusChip } from "../StatusChip";

type SampleStatusProps = { sample: { status: Status; overdueAt?: number } };

/** A sample's status; if it is overdue, a clock replaces the dot. */
export function SampleStatus({ sample }: SampleStatusProps) {
  const now = useNow();
  const { status, overdueAt } = sample;
  if (overdueAt === undefined || !isOverdue(sample, now)) return <StatusChip status={status} />;
  return <StatusChip status={status} mark={<OverdueMark at={overdueAt} />} />;
}

/** @param props.at epoch ms */
function OverdueMark({ at }: { at: number }) {
  return (
    <span
      title={`Overdue since ${formatMinute(at)}`}
      className="grid size-4 shrink-0 place-items-center rounded-full bg-destructive text-destructive-foreground"
    >
      <AlarmClock className="size-3" aria-hidden />
      <span className="sr-only">Overdue</span>
    </span>
  );
}
