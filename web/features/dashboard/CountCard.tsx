import { Link } from "@tanstack/react-router";
import { HAND_OVER_LISTS, LISTS, statusesIn, type ListName } from "../../../domain/lists";
import type { Status } from "../../../domain/statuses";
import { STATUS_STYLES } from "@/components/StatusChip";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/utils";

/** The list that shows samples of `status` first; none for what is over. */
function listFor(status: Status) {
  const shows = (list: ListName) => statusesIn(list, "all").includes(status);
  const list = HAND_OVER_LISTS.find(shows);
  return list ? LISTS[list].path : null;
}

export interface CountCardProps {
  label: string;
  status?: Status;
  /** Undefined while it loads. */
  count: number | undefined;
}

/** One figure. It links to the list that shows its samples, if there is one. */
export function CountCard({ label, status, count }: CountCardProps) {
  const to = status && listFor(status);
  const content = (
    <>
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
        <span className="mt-2 block text-2xl font-semibold leading-8 tabular-nums tracking-tight">
          {count.toLocaleString("en-US")}
        </span>
      )}
    </>
  );
  const classes =
    "flex h-full flex-col justify-between rounded-lg border bg-card px-3.5 py-3 shadow-sm";
  return (
    <li>
      {to ? (
        <Link
          to={to}
          className={cn(classes, "transition-colors hover:border-primary/50 hover:bg-accent/40")}
        >
          {content}
        </Link>
      ) : (
        <div className={classes}>{content}</div>
      )}
    </li>
  );
}
