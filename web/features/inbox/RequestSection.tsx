import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/utils";
import { RequestRow, type Request } from "./RequestRow";

export type RequestSectionProps = {
  title: string;
  requests: readonly Request[];
  /** True if the server has more requests than `requests`. */
  isCut?: boolean;
  /** Text shown if there are none; without one, the section is hidden then. */
  empty?: string | false;
  isUrgent?: boolean;
  /** Controls at the end of the heading. */
  actions?: ReactNode;
};

/** A heading with a count, and one row per request. */
export function RequestSection(props: RequestSectionProps) {
  const { title, requests, isCut = false, empty, isUrgent = false, actions } = props;
  return (
    <Card
      role="region"
      aria-label={title}
      className={cn("min-w-0", isUrgent && "border-destructive/50")}
    >
      <header className="flex min-h-11 items-center justify-between gap-2 border-b py-0.5 pl-4 pr-1 max-sm:pl-3">
        <h2 className="flex items-baseline gap-2 text-sm font-semibold">
          <span className={cn(isUrgent && "text-destructive")}>{title}</span>
          <span className="text-xs font-normal tabular-nums text-muted-foreground">
            {requests.length}
            {isCut && "+"}
          </span>
        </h2>
        {actions && <div className="flex shrink-0 items-center gap-1">{actions}</div>}
      </header>
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
