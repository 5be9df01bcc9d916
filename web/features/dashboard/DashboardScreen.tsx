import { useQuery } from "convex/react";
import { Plus, SmartphoneNfc } from "lucide-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { FINAL_STATUSES, STATUSES, type StatusCounts } from "../../../domain/statuses";
import type { Role } from "../../../domain/workflow";
import { EmptyState } from "@/components/EmptyState";
import { PageHeader } from "@/components/PageHeader";
import { Button } from "@/components/ui/button";
import { useViewer } from "@/hooks/useViewer";
import { CountCard } from "./CountCard";
import { StatusBar } from "./StatusBar";

/** Whose samples the upper cards count. Source: doc 1 §6. */
const SCOPES: Record<Role, string> = {
  admin: "All samples",
  supervisor: "Your samples and those of the people you supervise",
  user: "The samples you hold",
};

/** The statuses of samples that somebody still answers for. */
const OPEN_STATUSES = STATUSES.filter((status) => !FINAL_STATUSES.includes(status));

const sum = (counts: StatusCounts, statuses: readonly (keyof StatusCounts)[]) =>
  statuses.reduce((total, status) => total + counts[status], 0);

/** Doc 1 §2, "Dashboard": eight counts and the personal statistics, live. */
export function DashboardScreen({ inbox }: { inbox: ReactNode }) {
  const { role } = useViewer();
  const counts = useQuery(api.dashboard.counts);
  const total = counts && sum(counts.scope, STATUSES);

  return (
    <>
      <PageHeader
        title="Analytics"
        description={SCOPES[role]}
        actions={
          <Button asChild>
            <Link to="/dashboard/addsample">
              <Plus aria-hidden /> New Sample
            </Link>
          </Button>
        }
      />

      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="flex min-w-0 flex-col gap-6">
          <section aria-label="Samples by status" aria-busy={!counts}>
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
              <CountCard label="Total Samples in SMS" count={total} />
              {STATUSES.map((status) => (
                <CountCard
                  key={status}
                  label={status}
                  status={status}
                  count={counts?.scope[status]}
                />
              ))}
            </ul>
            <StatusBar counts={counts?.scope} className="mt-3" />
          </section>

          <section aria-labelledby="mine" aria-busy={!counts}>
            <p className="text-xs font-medium text-muted-foreground">User Sample Statistics</p>
            <h2
              id="mine"
              className="mb-3 mt-0.5 flex items-baseline gap-2 text-base font-semibold tracking-tight"
            >
              Total Samples in Your Responsibility
              {counts && (
                <span className="tabular-nums text-muted-foreground">
                  {sum(counts.mine, OPEN_STATUSES).toLocaleString("en-US")}
                </span>
              )}
            </h2>
            <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-5">
              {OPEN_STATUSES.map((status) => (
                <CountCard
                  key={status}
                  label={status}
                  status={status}
                  count={counts?.mine[status]}
                />
              ))}
            </ul>
          </section>

          {total === 0 && (
            <div className="rounded-lg border border-dashed">
              <EmptyState
                icon={SmartphoneNfc}
                title="No samples yet"
                action={
                  <Button asChild>
                    <Link to="/dashboard/addsample">Register the first sample</Link>
                  </Button>
                }
              >
                Register a device here, or import a spreadsheet with{" "}
                <code>npx sms import FILE</code>.
              </EmptyState>
            </div>
          )}
        </div>
        {inbox}
      </div>
    </>
  );
}
