import { STATUSES, type StatusCounts } from "../../../domain/statuses";
import { STATUS_STYLES } from "@/components/StatusChip";
import { cn } from "@/lib/utils";

/** How the samples divide among the statuses, as one bar. The cards above say the same in figures. */
export function StatusBar({
  counts,
  className,
}: {
  counts: StatusCounts | undefined;
  className?: string;
}) {
  return (
    <div
      className={cn("flex h-2 gap-0.5 overflow-hidden rounded-full bg-muted", className)}
      aria-hidden
    >
      {counts &&
        STATUSES.filter((status) => counts[status] > 0).map((status) => (
          <div
            key={status}
            title={`${status}: ${counts[status]}`}
            className={cn("min-w-1 transition-[flex-grow]", STATUS_STYLES[status].dot)}
            style={{ flexGrow: counts[status], flexBasis: 0 }}
          />
        ))}
    </div>
  );
}
