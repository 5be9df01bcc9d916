import { DotList } from "@/components/DotList";
import { Person } from "@/components/sample/Person";
import { useNameOf } from "@/hooks/data/usePeople";
import type { Doc } from "../../../../convex/_generated/dataModel";
import type { CustodyPeriod } from "#domain/custody/custodyTimeline";
import { formatDate } from "#domain/common/dates";
import { formatDuration } from "#domain/common/durations";
import { placeOf, RecordEntry } from "./RecordEntry";

type PeriodSectionProps = {
  period: CustodyPeriod<Doc<"history">>;
  /** The sample is currently with this holder. */
  isCurrent: boolean;
  /** The period started before the oldest loaded record. */
  isCut: boolean;
};

/** The sample's time with one holder: who, where, how long, and the steps, newest first. */
export function PeriodSection({ period, isCurrent, isCut }: PeriodSectionProps) {
  const { holder, from, until, segments } = period;
  const nameOf = useNameOf(holder);
  const newest = segments.at(-1);
  const dates = isCurrent
    ? `since ${isCut ? "before " : ""}${formatDate(from)}`
    : `${isCut ? "… " : ""}${formatDate(from)} – ${formatDate(until)}`;
  return (
    <section
      aria-label={`With ${nameOf(holder)}`}
      className="border-t pt-3.5 first:border-t-0 first:pt-0 print:break-inside-avoid"
    >
      <header className="mb-3 flex items-baseline justify-between gap-4">
        <div className="min-w-0">
          <h3 className="flex text-sm font-semibold">
            <Person email={holder} />
          </h3>
          <p className="text-xs text-muted-foreground">
            <DotList items={[newest && placeOf(newest.record), dates]} />
          </p>
        </div>
        <p className="shrink-0 text-sm font-semibold tabular-nums">
          {isCut && "over "}
          {formatDuration(until - from)}
        </p>
      </header>
      <ol>
        {segments.toReversed().map((segment, index, shown) => (
          <RecordEntry
            key={segment.record._id}
            segment={segment}
            older={shown[index + 1]?.record}
            isNow={isCurrent && index === 0}
          />
        ))}
      </ol>
    </section>
  );
}
