import { Link } from "@tanstack/react-router";
import { formatCount } from "#domain/common/formatCount";
import type { Status } from "#domain/custody/statuses";
import { STATUS_STYLES } from "@/components/StatusChip";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/utils";
import { reportLink } from "@/lib/reportLink";

export interface CountCardProps {
  label: string;
  /** Undefined: all samples. */
  status?: Status;
  /** Undefined while loading. */
  count: number | undefined;
  /** E-mail of the person whose samples are counted; undefined: everyone in the viewer's scope. */
  holder?: string;
  /** How many of them are overdue. */
  late?: number | undefined;
}

/** One count, linked to the samples it counts. Zero is quiet, overdue requests stand out. */
export function CountCard({ label, status, count, holder, late = 0 }: CountCardProps) {
  return (
    <li>
      <Link
        {...reportLink({ ...(holder && { holder }), ...(status && { statuses: [status] }) })}
        className="flex h-full flex-col justify-between rounded-lg border bg-card px-3.5 py-3 shadow-sm transition-colors hover:border-primary/50 hover:bg-accent/40"
      >
        <span className="flex items-center gap-2 text-xs font-medium text-muted-foreground">
          {status && (
            <span
              className={cn("size-2 shrink-0 rounded-full", STATUS_STYLES[status].dot)}
              aria-hidden
            />
          )}
          <span>{label}</span>
        </span>
        {count === undefined ? (
          <Skeleton className="mt-2 h-8 w-14" />
        ) : (
          <span className="mt-2 flex items-baseline gap-2">
            <span
              className={cn(
                "text-2xl leading-8 tabular-nums tracking-tight",
                count === 0 ? "font-normal text-muted-foreground" : "font-semibold",
              )}
            >
              {formatCount(count)}
            </span>
            {late > 0 && (
              <span className="text-xs font-semibold tabular-nums text-destructive">
                {formatCount(late)} late
              </span>
            )}
          </span>
        )}
      </Link>
    </li>
  );
}
