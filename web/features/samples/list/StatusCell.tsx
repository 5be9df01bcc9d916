import { usePaginatedQuery } from "convex/react";
import type { ReactNode } from "react";
import { useRowChange } from "@/components/data-table/changesContext";
import { useDensity } from "@/components/data-table/preferences";
import { PersonName } from "@/components/sample/Person";
import { StatusChip } from "@/components/StatusChip";
import { useNameOf } from "@/hooks/usePeople";
import { cn } from "@/lib/utils";
import { api } from "../../../../convex/_generated/api";
import { BACK, describeReversal } from "./describeChange";
import type { Sample } from "./useSampleList";

type StatusCellProps = {
  sample: Sample;
  /** E-mail of the person who looks. */
  reader: string;
  className?: string;
};

/** The chip with whom the sample waits for, and for some seconds what happened to it. */
export function StatusCell({ sample, reader, className }: StatusCellProps) {
  const change = useRowChange(sample._id);
  const { pendingWith } = sample;
  const isCompact = useDensity() === "compact";
  return (
    <span className={cn("flex min-w-0 flex-col items-start leading-none", className)}>
      {/* Two lines fit a compact row of 32 px when the chip has no padding above and below. */}
      <StatusChip status={sample.status} className={isCompact ? "py-0" : ""} />
      {change?.startsWith(BACK) ? (
        <ReversalNote sampleId={sample._id} otherwise={change} />
      ) : change !== undefined ? (
        <Note>{change}</Note>
      ) : (
        pendingWith !== undefined && (
          <Note>for {pendingWith === reader ? "you" : <PersonName email={pendingWith} />}</Note>
        )
      )}
    </span>
  );
}

/**
 * Names the person who declined or took back, and the reason. Reads one history record, only while
 * the row shows it.
 */
function ReversalNote({ sampleId, otherwise }: { sampleId: string; otherwise: string }) {
  const { results } = usePaginatedQuery(
    api.history.forSample,
    { sampleId },
    { initialNumItems: 1 },
  );
  const [newest] = results;
  const nameOf = useNameOf(newest?.email);
  return <Note>{(newest && describeReversal(newest, nameOf)) ?? otherwise}</Note>;
}

function Note({ children }: { children: ReactNode }) {
  return (
    <span className="max-w-full truncate px-1 text-2xs leading-3 text-muted-foreground">
      {children}
    </span>
  );
}
