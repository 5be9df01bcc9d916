import { usePaginatedQuery } from "convex/react";
import { History } from "lucide-react";
import { EmptyState } from "@/components/EmptyState";
import { RelativeTime } from "@/components/RelativeTime";
import { STATUS_STYLES } from "@/components/StatusChip";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/utils";
import { api } from "../../../convex/_generated/api";
import type { Doc } from "../../../convex/_generated/dataModel";
import { formatDateTime } from "../../../domain/dates";
import { describeChanges, describeRecord } from "./describeRecord";

const PAGE = 25;

/** A sample's custody so far, newest first, live. */
export function Timeline({ sampleId }: { sampleId: string }) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.history.forSample,
    { sampleId },
    { initialNumItems: PAGE },
  );
  const isLoading = status === "LoadingFirstPage";
  return (
    <Card aria-busy={isLoading} className="p-5">
      <h2 className="mb-4 text-sm font-semibold">History</h2>
      {isLoading && <TimelineSkeleton />}
      {!isLoading && results.length === 0 && (
        <EmptyState icon={History} title="No history yet">
          Every step of the sample's life is written down here.
        </EmptyState>
      )}
      <ol>
        {results.map((record, index) => (
          <Entry key={record._id} record={record} isLast={index === results.length - 1} />
        ))}
      </ol>
      {(status === "CanLoadMore" || status === "LoadingMore") && (
        <Button
          variant="outline"
          size="sm"
          className="mt-2 w-full"
          loading={status === "LoadingMore"}
          onClick={() => loadMore(PAGE)}
        >
          Older
        </Button>
      )}
    </Card>
  );
}

function Entry({ record, isLast }: { record: Doc<"history">; isLast: boolean }) {
  const place = [record.city, record.country].filter(Boolean).join(", ");
  return (
    <li className="relative flex gap-3 pb-5 last:pb-0">
      {!isLast && <span aria-hidden className="absolute left-[5px] top-4 h-full w-px bg-border" />}
      <span
        aria-hidden
        className={cn(
          "relative mt-1 size-[11px] shrink-0 rounded-full ring-4 ring-card",
          STATUS_STYLES[record.status].dot,
        )}
      />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium leading-5">{describeRecord(record)}</p>
        <p className="text-xs text-muted-foreground">
          {record.action} · {record.status}
          {place !== "" && ` · ${place}`}
        </p>
        <p className="text-xs text-muted-foreground">
          {formatDateTime(record.actiondate)} · <RelativeTime at={record.actiondate} />
        </p>
        {record.changes && (
          <ul className="mt-1 rounded-md bg-muted px-2 py-1 text-xs">
            {describeChanges(record.changes).map((change) => (
              <li key={change} className="[overflow-wrap:anywhere]">
                {change}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

function TimelineSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      {["w-44", "w-56", "w-40"].map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="mt-1 size-[11px] rounded-full" />
          <div className="flex flex-col gap-1.5">
            <Skeleton className={`h-4 ${width}`} />
            <Skeleton className="h-3 w-32" />
          </div>
        </div>
      ))}
    </div>
  );
}
