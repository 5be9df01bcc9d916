import { Card } from "@/components/ui/card";
import { cn } from "@/lib/utils";
import { RequestRow } from "./RequestRow";
import type { Request } from "./requests";

type RequestSectionProps = {
  title: string;
  requests: readonly Request[];
  /** True if the server has more of them. */
  isCut?: boolean;
  /** Text shown if there are none. */
  empty?: string;
  isUrgent?: boolean;
};

/** A heading with a count, and one row per request. */
export function RequestSection(props: RequestSectionProps) {
  const { title, requests, isCut = false, empty, isUrgent = false } = props;
  if (requests.length === 0 && isCut) return null; // the first ones appear after "Show more"
  return (
    <Card
      role="region"
      aria-label={title}
      className={cn("min-w-0", isUrgent && "border-destructive/50")}
    >
      <h2 className="flex items-baseline gap-2 border-b px-4 py-3 text-sm font-semibold">
        <span className={cn(isUrgent && "text-destructive")}>{title}</span>
        <span className="text-xs font-normal tabular-nums text-muted-foreground">
          {requests.length}
          {isCut && "+"}
        </span>
      </h2>
      {requests.length === 0 ? (
        <p className="px-4 py-5 text-sm text-muted-foreground">{empty}</p>
      ) : (
        <ul className="divide-y" translate="no">
          {requests.map((request) => (
            <RequestRow key={`${request.part} ${request.item.sampleId}`} request={request} />
          ))}
        </ul>
      )}
    </Card>
  );
}
