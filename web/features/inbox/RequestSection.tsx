import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/utils";
import { RequestRow } from "./RequestRow";
import type { Request } from "./requests";

type RequestSectionProps = {
  title: string;
  requests: readonly Request[];
  /** Said when there are none. */
  empty?: string;
  isLoading?: boolean;
  isUrgent?: boolean;
};

/** A heading with its count, and a row for each request. */
export function RequestSection(props: RequestSectionProps) {
  const { title, requests, empty, isLoading = false, isUrgent = false } = props;
  return (
    <Card
      role="region"
      aria-label={title}
      className={cn("min-w-0", isUrgent && "border-destructive/50")}
    >
      <h2 className="flex items-baseline gap-2 border-b px-4 py-3 text-sm font-semibold">
        <span className={cn(isUrgent && "text-destructive")}>{title}</span>
        {!isLoading && (
          <span className="text-xs font-normal tabular-nums text-muted-foreground">
            {requests.length}
          </span>
        )}
      </h2>
      {isLoading && requests.length === 0 ? (
        <div className="grid gap-3 p-4" aria-busy="true">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </div>
      ) : requests.length === 0 ? (
        <p className="px-4 py-5 text-sm text-muted-foreground">{empty}</p>
      ) : (
        <ul className="divide-y">
          {requests.map((request) => (
            <RequestRow key={`${request.part} ${request.item.sampleId}`} request={request} />
          ))}
        </ul>
      )}
    </Card>
  );
}
