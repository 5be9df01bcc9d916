import { STATUS_STYLES } from "@/components/StatusChip";
import { STATUSES, type StatusCounts } from "#domain/custody/statuses";

/** The shares of the statuses as a thin bar, with a text alternative for screen readers. */
export function StatusBar({ counts, total }: { counts: StatusCounts; total: number }) {
  const shown = STATUSES.filter((status) => counts[status] > 0);
  return (
    <span className="mt-1.5 flex h-1.5 gap-px overflow-hidden rounded-full">
      {shown.map((status) => (
        <span
          key={status}
          title={`${status}: ${counts[status]}`}
          className={STATUS_STYLES[status].dot}
          style={{ width: `${(100 * counts[status]) / total}%` }}
        >
          <span className="sr-only">{`${counts[status]} ${status} `}</span>
        </span>
      ))}
    </span>
  );
}
