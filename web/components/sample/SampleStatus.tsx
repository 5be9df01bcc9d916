import { useNow } from "@/hooks/useNow";
import { formatMinute } from "#domain/common/dates";
import { formatLargestUnit } from "#domain/common/durations";
import { isOverdue } from "#domain/custody/overdue";
import type { Status } from "#domain/custody/statuses";
import { StatusChip } from "../StatusChip";

type SampleStatusProps = { sample: { status: Status; overdueAt?: number } };

/** A sample's status; if its request is overdue, followed by how late it is: "3 d late". */
export function SampleStatus({ sample }: SampleStatusProps) {
  const now = useNow();
  const { status, overdueAt } = sample;
  if (overdueAt === undefined || !isOverdue(sample, now)) return <StatusChip status={status} />;
  return (
    <>
      <StatusChip status={status} />
      <span
        title={`Overdue since ${formatMinute(overdueAt)}`}
        className="shrink-0 whitespace-nowrap text-xs font-semibold leading-5 text-destructive"
      >
        {formatLargestUnit(now - overdueAt)} late
      </span>
    </>
  );
}
