import { useQuery } from "convex/react";
import { DeviceLink } from "@/components/sample/DeviceLink";
import { Person } from "@/components/sample/Person";
import { StopWatchingButton } from "@/components/sample/WatchButton";
import { StatusChip } from "@/components/StatusChip";
import { Card } from "@/components/ui/card";
import { api } from "../../../convex/_generated/api";

/** Lists the samples that the viewer watches, with a button to stop; hidden if there are none. */
export function WatchedSection() {
  const watched = useQuery(api.watches.list, {});
  if (!watched || watched.length === 0) return null;
  return (
    <Card role="region" aria-label="Watched" className="min-w-0">
      <h2 className="flex items-baseline gap-2 border-b px-4 py-3 text-sm font-semibold">
        Watched
        <span className="text-xs font-normal tabular-nums text-muted-foreground">
          {watched.length}
        </span>
      </h2>
      <ul className="max-h-80 divide-y overflow-y-auto">
        {watched.map(({ sampleId, serialNumber, status, samplmanag, ...device }) => (
          <li key={sampleId} className="flex items-center gap-3 px-4 py-2.5 text-sm">
            <div className="min-w-0 flex-1">
              <p className="flex min-w-0 items-baseline gap-2">
                <DeviceLink
                  sample={{ _id: sampleId, ...device }}
                  className="truncate font-medium"
                />
                <span className="truncate font-mono text-xs text-muted-foreground">
                  {serialNumber}
                </span>
              </p>
              <p className="mt-1 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-muted-foreground">
                <StatusChip status={status} />
                <Person email={samplmanag} />
              </p>
            </div>
            <StopWatchingButton sample={{ _id: sampleId, serialNumber }} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
