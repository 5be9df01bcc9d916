import { STATUS_STYLES } from "@/components/StatusChip";
import { cn } from "@/lib/utils";
import type { Segment, TimelineRecord } from "#domain/custody/custodyTimeline";
import { formatDate } from "#domain/common/dates";
import { formatDuration } from "#domain/common/durations";

type StatusStripProps = {
  /** Oldest first, at least one. */
  segments: readonly Segment<TimelineRecord>[];
  /** True if the bar's left end is the registration; false if older records are not loaded. */
  isWhole: boolean;
};

/**
 * The sample's history as a bar, left to right, coloured by status; the entries have the same
 * information as text.
 */
export function StatusStrip({ segments, isWhole }: StatusStripProps) {
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) return null;
  const isDeleted = last.record.action === "Delete";
  return (
    <div aria-hidden className="mb-5">
      <div className="flex h-2.5 gap-px overflow-hidden rounded-full bg-muted">
        {segments.map(({ record, from, until }) => (
          <div
            key={`${from} ${record.action}`}
            title={`${record.status}, ${record.samplmanag}: ${formatDuration(until - from)}`}
            className={cn("min-w-[3px]", STATUS_STYLES[record.status].dot)}
            style={{ flexGrow: until - from, flexBasis: 0 }}
          />
        ))}
      </div>
      <div className="mt-1 flex justify-between text-2xs tabular-nums text-muted-foreground">
        <span>
          {isWhole ? "" : "… "}
          {formatDate(first.from)}
        </span>
        <span>{formatDuration(last.until - first.from)}</span>
        <span>{isDeleted ? formatDate(last.until) : "now"}</span>
      </div>
    </div>
  );
}
