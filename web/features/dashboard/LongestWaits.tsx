import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { api } from "../../../convex/_generated/api";
import type { Status } from "#domain/custody/statuses";
import { RelativeTime } from "@/components/RelativeTime";
import { DeviceLink } from "@/components/sample/DeviceLink";
import { PersonName } from "@/components/sample/Person";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { reportLink } from "@/lib/reportLink";

/**
 * The samples held longest by one person, and those in transit longest. The viewer's own name is
 * left out: a user's rows are all their own.
 */
export function LongestWaits({ viewer }: { viewer: string }) {
  const held = useQuery(api.dashboard.heldLongest);
  const sent = useQuery(api.dashboard.notReceived);
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Waits title="Held longest" status="In Use" samples={held} viewer={viewer} />
      <Waits title="Sent and not received" status="In Transit" samples={sent} viewer={viewer} />
    </div>
  );
}

type Samples = FunctionReturnType<typeof api.dashboard.heldLongest>;
type WaitsProps = { title: string; status: Status; samples: Samples | undefined; viewer: string };

function Waits({ title, status, samples, viewer }: WaitsProps) {
  return (
    <Card className="min-w-0">
      <section aria-label={title} aria-busy={samples === undefined}>
        <header className="flex items-center justify-between gap-3 border-b px-4 py-3">
          <h2 className="text-sm font-semibold">{title}</h2>
          <Link
            {...reportLink({ statuses: [status] })}
            className="relative text-xs font-medium text-primary underline-offset-4 after:absolute after:-inset-y-1 after:inset-x-0 hover:underline coarse:after:-inset-y-3.5"
          >
            All {status}
          </Link>
        </header>
        {samples === undefined && <Skeleton className="m-4 h-48" />}
        {samples?.length === 0 && (
          <p className="px-4 py-6 text-center text-sm text-muted-foreground">
            No sample is {status}.
          </p>
        )}
        <ol className="divide-y">
          {samples?.map(({ sampleId, since, samplmanag, inTransitTo, ...device }) => (
            <li key={sampleId} className="flex items-center justify-between gap-3 px-4 py-2.5">
              <span className="min-w-0">
                <DeviceLink
                  sample={{ _id: sampleId, ...device }}
                  className="block truncate text-sm font-medium"
                />
                <span className="block truncate text-xs text-muted-foreground">
                  {samplmanag !== viewer && <PersonName email={samplmanag} />}
                  {inTransitTo !== undefined && (
                    <>
                      {samplmanag === viewer ? "→ " : " → "}
                      <PersonName email={inTransitTo} />
                    </>
                  )}
                </span>
              </span>
              <RelativeTime at={since} className="shrink-0 text-xs text-muted-foreground" />
            </li>
          ))}
        </ol>
      </section>
    </Card>
  );
}
