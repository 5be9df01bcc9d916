import { usePaginatedQuery } from "convex/react";
import { api } from "../../../convex/_generated/api";
import { STATUSES, type StatusCounts } from "../../../domain/statuses";
import { Person } from "@/components/sample/Person";
import { STATUS_STYLES } from "@/components/StatusChip";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { cn } from "@/lib/utils";
import { axisTicks } from "./axis";
import { sumOf } from "./sumOf";

/** The share of a row's height that its bar fills. */
const BAR_PERCENTAGE = 0.325;
const FIRST_BARS = 20;
const MORE_BARS = 100;

/** Beside the bars, as wide as most names. */
const ROW = "grid grid-cols-[8.5rem_minmax(0,1fr)_2.5rem] items-center gap-x-3";

type AnalyticsChartProps = { email: string; ownCounts: StatusCounts };

/**
 * Draws one bar a person, the viewer's own first, with one stretch a status (docs/product.md,
 * "Dashboard").
 */
export function AnalyticsChart({ email, ownCounts }: AnalyticsChartProps) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.dashboard.colleagues,
    {},
    { initialNumItems: FIRST_BARS },
  );
  const people = [{ email, counts: ownCounts }, ...results];
  const totals = people.map(({ counts }) => sumOf(counts, STATUSES));
  const ticks = axisTicks(Math.max(...totals));
  const top = ticks.at(-1) ?? 0;

  return (
    <section aria-labelledby="chart" aria-busy={status === "LoadingFirstPage"}>
      <Card className="p-4">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <h2 id="chart" className="text-base font-semibold tracking-tight">
            Analytics
          </h2>
          <Legend />
        </div>
        <div className="relative">
          <GridLines ticks={ticks} />
          <ul className="relative">
            {people.map((person, index) => (
              <li key={person.email} className={ROW}>
                <span className="flex min-w-0 text-xs text-muted-foreground">
                  <Person email={person.email} isYou={person.email === email} />
                </span>
                <Bar counts={person.counts} total={totals[index] ?? 0} top={top} />
                <span className="text-right text-xs font-medium tabular-nums">
                  {(totals[index] ?? 0).toLocaleString("en-US")}
                </span>
              </li>
            ))}
          </ul>
        </div>
        <Axis ticks={ticks} />
        {status !== "Exhausted" && (
          <Button
            variant="ghost"
            size="sm"
            className="mt-2"
            loading={status !== "CanLoadMore"}
            onClick={() => loadMore(MORE_BARS)}
          >
            Show more people
          </Button>
        )}
      </Card>
    </section>
  );
}

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted-foreground" aria-hidden>
      {STATUSES.map((status) => (
        <li key={status} className="flex items-center gap-1.5">
          <span className={cn("size-2 rounded-full", STATUS_STYLES[status].dot)} />
          {status}
        </li>
      ))}
    </ul>
  );
}

type BarProps = { counts: StatusCounts; total: number; top: number };

function Bar({ counts, total, top }: BarProps) {
  const parts = STATUSES.filter((status) => counts[status] > 0).map((status) => ({
    status,
    text: `${status}: ${counts[status].toLocaleString("en-US")}`,
  }));
  return (
    <span className="flex h-9 items-center">
      <span
        className="flex gap-px overflow-hidden rounded-sm"
        style={{ height: `${BAR_PERCENTAGE * 100}%`, width: `${(total / top) * 100}%` }}
        aria-hidden
      >
        {parts.map(({ status, text }) => (
          <span
            key={status}
            title={text}
            className={cn("min-w-px transition-[flex-grow]", STATUS_STYLES[status].dot)}
            style={{ flexGrow: counts[status], flexBasis: 0 }}
          />
        ))}
      </span>
      <span className="sr-only">{parts.map(({ text }) => text).join(", ")}</span>
    </span>
  );
}

function GridLines({ ticks }: { ticks: readonly number[] }) {
  return (
    <div className={cn(ROW, "absolute inset-0")} aria-hidden>
      <span />
      <span className="flex h-full justify-between">
        {ticks.map((tick) => (
          <span key={tick} className="w-px bg-border" />
        ))}
      </span>
    </div>
  );
}

function Axis({ ticks }: { ticks: readonly number[] }) {
  return (
    <div className={cn(ROW, "mt-1 text-2xs tabular-nums text-muted-foreground")} aria-hidden>
      <span />
      <span className="flex justify-between">
        {ticks.map((tick) => (
          // As wide as its line, so that the figures stand under the lines.
          <span key={tick} className="flex w-px justify-center">
            {tick.toLocaleString("en-US")}
          </span>
        ))}
      </span>
    </div>
  );
}
