import type { ReactNode } from "react";
import { RelativeTime } from "@/components/RelativeTime";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/utils";
import { MailState, type Mail } from "./MailState";

type MailListProps = {
  mails: readonly Mail[];
  isLoading: boolean;
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  /** Undefined: there are no more. */
  onMore: (() => void) | undefined;
  empty: ReactNode;
};

export function MailList({ mails, isLoading, chosenId, onChoose, onMore, empty }: MailListProps) {
  if (isLoading) return <MailListSkeleton />;
  if (mails.length === 0) return empty;
  return (
    <ul aria-label="E-mails" className="min-h-0 flex-1 divide-y overflow-y-auto">
      {mails.map((mail) => (
        <li key={mail._id}>
          <button
            type="button"
            aria-current={mail._id === chosenId || undefined}
            onClick={() => onChoose(mail._id)}
            className={cn(
              "grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 px-4 py-3 text-left hover:bg-accent focus-visible:ring-inset",
              mail._id === chosenId && "bg-accent",
            )}
          >
            <span className="flex items-center justify-between gap-3">
              <span className="truncate text-sm font-medium">{mail.message.subject}</span>
              <MailState status={mail.status} />
            </span>
            <span className="flex items-center justify-between gap-3 text-xs text-muted-foreground">
              <span className="truncate">{mail.to}</span>
              <RelativeTime at={mail._creationTime} className="shrink-0" />
            </span>
            {mail.lastError && (
              <span className="truncate text-xs text-destructive">{mail.lastError}</span>
            )}
          </button>
        </li>
      ))}
      {onMore && (
        <li className="p-3 text-center">
          <Button variant="outline" onClick={onMore}>
            Show older mail
          </Button>
        </li>
      )}
    </ul>
  );
}

function MailListSkeleton() {
  return (
    <div aria-busy="true" className="divide-y">
      {["w-2/3", "w-1/2", "w-3/4", "w-2/3", "w-1/2"].map((width, row) => (
        <div key={row} className="grid gap-2 px-4 py-3.5">
          <Skeleton className={`h-4 ${width}`} />
          <Skeleton className="h-3 w-2/5" />
        </div>
      ))}
    </div>
  );
}
