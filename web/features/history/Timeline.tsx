import { usePaginatedQuery } from "convex/react";
import { History, Hourglass } from "lucide-react";
import { useMemo, useState } from "react";
import { EmptyState } from "@/components/pages/EmptyState";
import { TimelineSkeleton } from "@/components/skeletons";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useNow } from "@/hooks/useNow";
import { api } from "../../../convex/_generated/api";
import type { Doc } from "../../../convex/_generated/dataModel";
import {
  segmentsOf,
  custodyPeriods,
  type PendingAnswer,
  type Segment,
  type TimelineRecord,
} from "#domain/custody/custodyTimeline";
import { PersonName } from "@/components/sample/Person";
import { formatMinute, formatDate } from "#domain/common/dates";
import { formatDuration } from "#domain/common/durations";
import { STATUS_STYLES } from "@/components/StatusChip";
import { cn } from "@/lib/utils";
import { PeriodSection } from "./timeline/PeriodSection";

/** Records per load: the complete history of almost every sample. */
const PAGE = 50;

type TimelineProps = {
  sampleId: string;
  /** Number of records shown initially where space is limited. */
  newest?: number;
};

/**
 * A sample's custody history, newest first, live: by holder, with every step during their custody.
 */
export function Timeline({ sampleId, newest = PAGE }: TimelineProps) {
  const { results, status, loadMore } = usePaginatedQuery(
    api.history.forSample,
    { sampleId },
    // One more record than shown reveals whether there are older ones.
    { initialNumItems: newest + 1 },
  );
  const [isExpanded, setIsExpanded] = useState(false);
  const isLoading = status === "LoadingFirstPage";
  const shown = isExpanded ? results : results.slice(0, newest);
  const hasOlder =
    shown.length < results.length || status === "CanLoadMore" || status === "LoadingMore";
  const showOlder = () => {
    setIsExpanded(true);
    loadMore(PAGE);
  };
  return (
    <Card
      aria-busy={isLoading}
      className="p-5 [print-color-adjust:exact] print:mt-6 print:border-0 print:shadow-none"
      role="region"
      aria-label="Custody timeline"
    >
      <h2 className="mb-4 text-sm font-semibold">Custody timeline</h2>
      {isLoading && <TimelineSkeleton />}
      {!isLoading && results.length === 0 && (
        <EmptyState icon={History} title="No history yet">
          Each step of the sample will appear here.
        </EmptyState>
      )}
      {shown.length > 0 && <Periods newestFirst={shown} isWhole={!hasOlder} />}
      {hasOlder && (
        <Button
          variant="outline"
          size="sm"
          className="no-print mt-2 w-full"
          loading={status === "LoadingMore"}
          onClick={showOlder}
        >
          Show older steps
        </Button>
      )}
    </Card>
  );
}

type PeriodsProps = {
  newestFirst: readonly Doc<"history">[];
  /** The records include the sample's first one. */
  isWhole: boolean;
};

function Periods({ newestFirst, isWhole }: PeriodsProps) {
  const now = useNow();
  const segments = useMemo(() => segmentsOf(newestFirst.toReversed(), now), [newestFirst, now]);
  const periods = useMemo(() => custodyPeriods(segments).toReversed(), [segments]);
  const latest = segments.at(-1);
  const isAlive = latest?.record.action !== "Delete";
  return (
    <>
      <StatusStrip segments={segments} isWhole={isWhole} />
      {latest?.awaited && <WaitingNote awaited={latest.awaited} now={now} />}
      <div>
        {periods.map((period, index) => (
          <PeriodSection
            key={period.segments[0]?.record._id}
            period={period}
            isCurrent={isAlive && index === 0}
            isCut={!isWhole && index === periods.length - 1}
          />
        ))}
      </div>
    </>
  );
}

/** Shows whose answer is pending, and since when. */
function WaitingNote({ awaited, now }: { awaited: PendingAnswer; now: number }) {
  const { person, since } = awaited;
  return (
    <div className="mb-5 flex items-start gap-2.5 rounded-md bg-warning px-3 py-2 text-warning-foreground">
      <Hourglass aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 text-[13px] leading-5">
        <p className="font-medium [overflow-wrap:anywhere]">
          Waiting for {person === undefined ? "an answer" : <PersonName email={person} />}
        </p>
        <p className="text-xs">since {formatMinute(since)}</p>
      </div>
      <p className="shrink-0 text-[13px] font-semibold leading-5 tabular-nums">
        {formatDuration(Math.max(0, now - since))}
      </p>
    </div>
  );
}

type StatusStripProps = {
  /** Oldest first, at least one. */
  segments: readonly Segment<TimelineRecord>[];
  /** True if the bar's left end is the registration; false if older records are not loaded. */
  isWhole: boolean;
};

/**
 * The sample's history as a bar, left to right, coloured by status; the entries have the same
 * information as text.
 */
function StatusStrip({ segments, isWhole }: StatusStripProps) {
  const [first, last] = [segments[0], segments.at(-1)];
  if (first === undefined || last === undefined) return null;
  const isDeleted = last.record.action === "Delete";
  return (
    <div aria-hidden className="mb-5">
      <div className="flex h-2.5 gap-px overflow-hidden rounded-full bg-muted">
        {segments.map(({ record, from, until }) => (
          <div
            key={`${from} ${record.action}`}
            title={`${record.status}, ${record.samplmanag}: ${formatDuration(until - from)}`}
            className={cn("min-w-[3px]", STATUS_STYLES[record.status].dot)}
            style={{ flexGrow: until - from, flexBasis: 0 }}
          />
        ))}
      </div>
      <div className="mt-1 flex justify-between text-2xs tabular-nums text-muted-foreground">
        <span>
          {isWhole ? "" : "… "}
          {formatDate(first.from)}
        </span>
        <span>{formatDuration(last.until - first.from)}</span>
        <span>{isDeleted ? formatDate(last.until) : "now"}</span>
      </div>
    </div>
  );
}
