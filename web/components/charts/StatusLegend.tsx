import { STATUS_STYLES } from "@/components/StatusChip";
import { cn } from "@/lib/utils";
import { STATUSES } from "#domain/custody/statuses";

/**
 * Legend of the seven colors of a chart; for screen readers, each number has its status instead.
 */
export function StatusLegend() {
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted-foreground" aria-hidden>
      {STATUSES.map((status) => (
        <li key={status} className="flex items-center gap-1.5">
          <span className={cn("size-2 rounded-full", STATUS_STYLES[status].dot)} />
          {status}
        </li>
      ))}
    </ul>
  );
}
