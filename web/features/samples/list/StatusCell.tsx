import { usePaginatedQuery } from "convex/react";
import type { ReactNode } from "react";
import { useRowChange } from "@/components/data-table/changesContext";
import { PersonName } from "@/components/sample/Person";
import { PersonAvatar } from "@/components/sample/PersonAvatar";
import { SampleStatus } from "@/components/sample/SampleStatus";
import { useNameOf, usePerson } from "@/hooks/data/usePeople";
import type { SampleRow as Sample } from "#domain/samples/compactRows";
import { api } from "../../../../convex/_generated/api";
import { BACK, describeReversal } from "./describeChange";

type StatusCellProps = {
  sample: Sample;
  /** E-mail of the viewer. */
  reader: string;
};

/**
 * In one line: the status chip and the person the sample waits for, or for some seconds what has
 * just happened to it. A note that does not fit next to the chip wraps to a second line, which
 * covers the chip.
 */
export function StatusCell({ sample, reader }: StatusCellProps) {
  const change = useRowChange(sample._id);
  const { pendingWith } = sample;
  if (change !== undefined) {
    return (
      <span className="flex h-5 min-w-0 flex-wrap-reverse content-end items-center gap-x-1 overflow-hidden">
        <SampleStatus sample={sample} />
        <ChangeNote sampleId={sample._id} change={change} />
      </span>
    );
  }
  return (
    <span className="flex min-w-0 items-center gap-1">
      <SampleStatus sample={sample} />
      {pendingWith !== undefined && <Awaited email={pendingWith} isYou={pendingWith === reader} />}
    </span>
  );
}

/**
 * The person whose answer is awaited: the whole name, or the photo if the name does not fit. Flex
 * wrapping decides: a name that fits leaves the photo 1 px; a longer one wraps to a second line,
 * which is clipped, and the photo gets the first.
 */
function Awaited({ email, isYou }: { email: string; isYou: boolean }) {
  const { name, photoURL } = usePerson(email);
  return (
    <span
      title={`Waits for ${name} (${email})`}
      className="flex h-5 min-w-9 flex-1 flex-wrap overflow-hidden text-xs leading-5 text-muted-foreground"
    >
      <span aria-hidden className="flex min-w-0 grow basis-px items-center gap-1 overflow-hidden">
        → <PersonAvatar email={email} name={name} photoURL={photoURL} />
      </span>
      <span className="max-w-full shrink-0 grow-[9999] overflow-hidden whitespace-nowrap">
        <span aria-hidden>→ </span>
        <span className="sr-only">for </span>
        {isYou ? (
          <span className="font-medium text-foreground">you</span>
        ) : (
          <PersonName email={email} />
        )}
      </span>
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
    <span title={title} className="min-w-0 truncate text-xs leading-5 text-muted-foreground">
      {children}
    </span>
  );
}
