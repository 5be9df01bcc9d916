import { usePaginatedQuery } from "convex/react";
import { History } from "lucide-react";
import { useMemo, useState } from "react";
import { EmptyState } from "@/components/pages/EmptyState";
import { TimelineSkeleton } from "@/components/skeletons";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useNow } from "@/hooks/useNow";
import { api } from "../../../convex/_generated/api";
import type { Doc } from "../../../convex/_generated/dataModel";
import { segmentsOf, custodyPeriods } from "#domain/custody/custodyTimeline";
import { StatusStrip } from "./timeline/StatusStrip";
import { PeriodSection } from "./timeline/PeriodSection";
import { WaitingNote } from "./timeline/WaitingNote";

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
