import { useQueries } from "convex/react";
import type { FunctionReturnType } from "convex/server";
import { Suspense, useMemo } from "react";
import { api } from "../../../convex/_generated/api";
import { dayOf } from "#domain/common/days";
import type { RefusalCode } from "#domain/common/errors";
import type { StatusCounts } from "#domain/custody/statuses";
import { TREND_DAYS, type Group } from "#domain/samples/trends";
import { StatusAreas } from "@/components/charts/lazyCharts";
import { StatusLegend } from "@/components/charts/StatusLegend";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/hooks/useNow";
import { describeError } from "@/lib/connection/attempt";
import { GroupChooser } from "./GroupChooser";
import { TransitTimes } from "./TransitTimes";
import { trendDays, type TrendDay } from "./trendDays";
import { TrendTable } from "./TrendTable";

type Trend = FunctionReturnType<typeof api.trends.of>;

type TrendCardProps = {
  group: Group;
  onGroup: (group: Group) => void;
  /** The current counts, if they are the group's. */
  present: StatusCounts | undefined;
};

/** Charts a group's samples on each of the last 90 days, and its transit times. */
export function TrendCard({ group, onGroup, present }: TrendCardProps) {
  const today = dayOf(useNow());
  const since = today - TREND_DAYS;
  const trend = useTrend(group, since);
  return (
    <section
      aria-labelledby="trend"
      aria-busy={trend === undefined}
      className="print:!break-inside-auto"
    >
      <Card className="p-4">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <h2 id="trend" className="text-base font-semibold tracking-tight">
            Last 90 days
          </h2>
          <GroupChooser group={group} onGroup={onGroup} yesterday={today - 1} />
        </div>
        {trend === undefined && <Skeleton className="h-64 w-full" />}
        {trend instanceof Error && <Note>{failureText(trend)}</Note>}
        {trend !== undefined && !(trend instanceof Error) && (
          <TrendFigures
            group={group}
            since={since}
            trend={trend}
            days={trendDays(trend.spans, { since, today, present })}
          />
        )}
      </Card>
    </section>
  );
}

/** The trend, or the error of a refused or failed query; undefined while loading. */
function useTrend({ kind, key }: Group, since: number): Trend | Error | undefined {
  const queries = useMemo(
    () => ({ trend: { query: api.trends.of, args: { group: { kind, key }, since } } }),
    [kind, key, since],
  );
  // `useQuery` would throw a refusal, which would replace the whole screen with an error.
  return useQueries(queries)["trend"] as Trend | Error | undefined;
}

function failureText(error: Error): string {
  const { code, message } = describeError(error);
  const isRefused = code === ("NOT_ALLOWED" satisfies RefusalCode);
  return isRefused
    ? "Only this person, their supervisor and admins can see these figures."
    : message;
}

type TrendFiguresProps = {
  group: Group;
  since: number;
  trend: Trend;
  days: readonly TrendDay[];
};

function TrendFigures({ group, since, trend, days }: TrendFiguresProps) {
  return (
    <>
      {days.length < 2 ? (
        <Note>
          One figure is added at the end of each day. The line starts with the second one.
        </Note>
      ) : (
        <div className="print:break-inside-avoid">
          <div className="mb-2">
            <StatusLegend />
          </div>
          <Suspense fallback={<Skeleton className="h-64 w-full" />}>
            <StatusAreas days={days} />
          </Suspense>
        </div>
      )}
      <TransitTimes group={group} trend={trend} />
      {days.length > 1 && <TrendTable {...{ group, since, days, trend }} />}
    </>
  );
}

function Note({ children }: { children: string }) {
  return <p className="py-6 text-center text-sm text-muted-foreground">{children}</p>;
}
