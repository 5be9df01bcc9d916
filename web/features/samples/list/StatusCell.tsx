import { usePaginatedQuery } from "convex/react";
import type { ReactNode } from "react";
import { useRowChange } from "@/components/data-table/changesContext";
import { PersonName } from "@/components/sample/Person";
import { OverdueMark } from "@/components/sample/OverdueMark";
import { StatusChip } from "@/components/StatusChip";
import { useNameOf } from "@/hooks/usePeople";
import { cn } from "@/lib/utils";
import type { SampleRow as Sample } from "../../../../domain/compactRows";
import { api } from "../../../../convex/_generated/api";
import { BACK, describeReversal } from "./describeChange";

type StatusCellProps = {
  sample: Sample;
  /** E-mail of the person who looks. */
  reader: string;
  className?: string;
};

/**
 * The chip, whom the sample waits for, and for some seconds what happened to it: in one line, or
 * two that a compact row has room for.
 */
export function StatusCell({ sample, reader, className }: StatusCellProps) {
  const change = useRowChange(sample._id);
  const { pendingWith } = sample;
  return (
    <span className={cn("flex min-w-0 flex-wrap items-center gap-x-1.5", className)}>
      <StatusChip status={sample.status} className="-my-px shrink-0" />
      <OverdueMark sample={sample} className="-my-px" />
      {change !== undefined && <ChangeNote sampleId={sample._id} change={change} />}
      {change === undefined && pendingWith !== undefined && (
        <Note title={`Waits for ${pendingWith}`}>
          <span aria-hidden>→ </span>
          <span className="sr-only">for </span>
          {pendingWith === reader ? (
            <span className="font-medium text-foreground">you</span>
          ) : (
            <PersonName email={pendingWith} />
          )}
        </Note>
      )}
    </span>
  );
}

function ChangeNote({ sampleId, change }: { sampleId: string; change: string }) {
  if (change.startsWith(BACK)) return <ReversalNote sampleId={sampleId} otherwise={change} />;
  return <Note title={change}>{change}</Note>;
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
  const words = (newest && describeReversal(newest, nameOf)) ?? otherwise;
  return <Note title={words}>{words}</Note>;
}

function Note({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span title={title} className="min-w-0 truncate text-xs leading-[14px] text-muted-foreground">
      {children}
    </span>
  );
}
