import { useQuery } from "convex/react";
import { Plus, SmartphoneNfc } from "lucide-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api } from "../../../convex/_generated/api";
import { formatCount } from "#domain/common/formatCount";
import {
  sumOf,
  countAnsweredFor,
  OPEN_STATUSES,
  type StatusCounts,
} from "#domain/custody/statuses";
import type { Role } from "#domain/custody/workflow";
import { EmptyState } from "@/components/pages/EmptyState";
import { PageHeader } from "@/components/pages/PageHeader";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useConfig } from "@/hooks/data/useConfig";
import { useViewer } from "@/hooks/data/useViewer";
import { useNow } from "@/hooks/useNow";
import { reportLink } from "@/lib/reportLink";
import { AnalyticsChart } from "./AnalyticsChart";
import { EightCards, EightCardsOfUser } from "./EightCards";
import { FirstSteps } from "./FirstSteps";
import { lateByStatus } from "./lateness";
import { LongestWaits } from "./LongestWaits";
import { TeamAlerts } from "./TeamAlerts";
import { TrendCard } from "./TrendCard";
import { formatGroup, parseGroup } from "./trendGroup";
import { CountCard } from "./CountCard";
import { OwnTitle } from "./OwnTitle";

/** Description of the upper cards' scope (docs/product.md, "Dashboard"). */
const SCOPES: Record<Role, string> = {
  admin: "All samples",
  supervisor: "Your samples and those of the people you supervise",
  user: "The samples you hold",
};

type DashboardScreenProps = {
  inbox: ReactNode;
  /** Group of the trend, as in the URL: `team:ingrid@example.com`. */
  trend: string | undefined;
  onTrendChange: (trend: string | undefined) => void;
};

/**
 * Landing page of signed-in users: eight counts, the chart and the personal statistics, live. For a
 * user, all eight counts cover only the samples they hold.
 */
export function DashboardScreen({ inbox, trend, onTrendChange }: DashboardScreenProps) {
  const viewer = useViewer();
  const { email, role } = viewer;
  const config = useConfig();
  const group = parseGroup(trend, viewer);
  const counts = useQuery(api.dashboard.counts);
  const isUser = role === "user";
  const awaited = useQuery(api.dashboard.awaited, isUser ? "skip" : {});
  const late = lateByStatus(awaited ?? [], useNow());
  const total = counts && sumOf(counts.scope);
  // The checklist of a new deployment says how to get the first samples.
  const isSettingUp = role === "admin" && config?.demo === null;

  const chart = counts && (
    <AnalyticsChart email={email} ownCounts={counts.mine} hasColleagues={!isUser} />
  );
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

      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 [print-color-adjust:exact] xl:grid-cols-[minmax(0,1fr)_19rem] min-[1400px]:grid-cols-[minmax(0,1fr)_22rem] print:block [&_section]:print:break-inside-avoid">
        <div className="flex min-w-0 flex-col gap-6">
          {isSettingUp && <FirstSteps />}
          {total === 0 && !isSettingUp && (
            <div className="rounded-lg border border-dashed">
              <EmptyState icon={SmartphoneNfc} title="No samples yet">
                Register a device here, or{" "}
                <Link to="/private/page" className="font-medium text-primary hover:underline">
                  import a spreadsheet
                </Link>
                .
              </EmptyState>
            </div>
          )}

          {total === 0 ? null : isUser ? (
            <EightCardsOfUser counts={counts?.mine} />
          ) : (
            <EightCards counts={counts?.scope} late={late} />
          )}
          {!counts && <Skeleton className="h-64 w-full rounded-lg" />}
          {counts && total !== 0 && (
            <>
              {!isUser && chart}
              {!isUser && <TeamAlerts />}
              <LongestWaits viewer={email} />
              {isUser && chart}
              <TrendCard
                group={group}
                onGroup={(chosen) => onTrendChange(formatGroup(chosen, viewer))}
                present={formatGroup(group, viewer) === undefined ? counts.scope : undefined}
              />
            </>
          )}
          {total !== 0 && !isUser && <OwnStatistics email={email} counts={counts?.mine} />}
        </div>
        {inbox}
      </div>
    </>
  );
}

type OwnStatisticsProps = {
  email: string;
  /** Undefined while loading. */
  counts: StatusCounts | undefined;
};

/**
 * Counts the viewer's own samples, without Returned and Lost (docs/product.md, "Dashboard"), for
 * viewers whose eight cards cover more people.
 */
function OwnStatistics({ email, counts }: OwnStatisticsProps) {
  return (
    <section aria-labelledby="mine" aria-busy={!counts}>
      <OwnTitle id="mine">
        {counts && (
          <Link
            {...reportLink({ holder: email, statuses: OPEN_STATUSES })}
            className="relative tabular-nums text-muted-foreground underline-offset-4 after:absolute after:-inset-x-3 after:-inset-y-1 hover:underline coarse:after:-inset-x-4 coarse:after:-inset-y-3"
          >
            {formatCount(countAnsweredFor(counts))}
          </Link>
        )}
      </OwnTitle>
      <ul className="mt-3 grid grid-cols-2 gap-3 max-sm:[&>:last-child]:col-span-2 sm:grid-cols-3 lg:grid-cols-5">
        {OPEN_STATUSES.map((status) => (
          <CountCard
            key={status}
            label={status}
            status={status}
            count={counts?.[status]}
            holder={email}
          />
        ))}
      </ul>
    </section>
  );
}
