import { Link, useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import { formatCount } from "#domain/common/formatCount";
import { DAY_MS, formatDuration } from "#domain/common/durations";
import type { Group } from "#domain/samples/trends";
import { DurationBars } from "@/components/charts/lazyCharts";
import { Skeleton } from "@/components/ui/skeleton";
import { receivedLink, type Receptions } from "./historyLink";
import { axisLabel, LAST_OF_WEEK, type Week } from "./trendDays";

type TransitTimesProps = {
  group: Group;
  trend: {
    transit: { received: number; medianMs: number | null };
    weeks: readonly Week[];
    receptions: Receptions;
  };
};

/** The median transit time of the samples a group received, in total and per week. */
export function TransitTimes({ group, trend }: TransitTimesProps) {
  const navigate = useNavigate();
  const { transit, weeks, receptions } = trend;
  if (transit.medianMs === null) return null;
  return (
    <div className="mt-5 border-t pt-4 print:break-inside-avoid">
      <h3 className="mb-3 flex flex-wrap items-baseline gap-x-2 text-sm font-medium">
        <span>
          Median time in transit{" "}
          <span className="whitespace-nowrap font-semibold tabular-nums">
            {formatDuration(transit.medianMs)}
          </span>
        </span>{" "}
        <span className="text-xs font-normal text-muted-foreground">
          of{" "}
          <Link {...receivedLink(group, receptions)} className="underline underline-offset-4">
            {formatCount(transit.received)} received
          </Link>
          , week by week
        </span>
      </h3>
      <Suspense fallback={<Skeleton className="h-40 w-full" />}>
        <DurationBars
          name="Median, days"
          weeks={weeks.map(({ first, medianMs }) => ({
            label: axisLabel(first),
            days: medianMs === null ? null : medianMs / DAY_MS,
          }))}
          onPick={(index) => {
            const first = weeks[index]?.first;
            if (first !== undefined) {
              void navigate(receivedLink(group, receptions, first, first + LAST_OF_WEEK));
            }
          }}
        />
      </Suspense>
    </div>
  );
}
