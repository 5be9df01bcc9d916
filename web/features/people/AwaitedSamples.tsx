import { useQuery } from "convex/react";
import { PersonName } from "@/components/sample/Person";
import { RowsSkeleton } from "@/components/skeletons";
import { api } from "../../../convex/_generated/api";
import { PersonSection } from "./PersonSection";
import { SampleRows } from "./SampleRows";

/** Samples that wait for a person's acknowledgement, each with its current holder. */
export function AwaitedSamples({ uid }: { uid: string }) {
  const awaited = useQuery(api.employees.awaits, { uid });
  if (awaited === undefined) {
    return (
      <PersonSection title="On its way to them">
        <RowsSkeleton />
      </PersonSection>
    );
  }
  const { samples, others, isCut } = awaited;
  return (
    <PersonSection title="On its way to them">
      {samples.length > 0 && (
        <SampleRows
          samples={samples}
          note={({ samplmanag }) => (
            <span>
              from <PersonName email={samplmanag} />
            </span>
          )}
        />
      )}
      {samples.length === 0 && others === 0 && (
        <p className="px-4 py-5 text-sm text-muted-foreground">
          Nothing is waiting for their answer.
        </p>
      )}
      {others > 0 && (
        <p className="border-t px-4 py-3 text-sm text-muted-foreground">
          {others === 1 ? "1 sample" : `${others} samples`} from other teams, which you cannot see.
        </p>
      )}
      {isCut && (
        <p className="border-t px-4 py-3 text-sm text-muted-foreground">
          More samples are waiting than are shown and counted here.
        </p>
      )}
    </PersonSection>
  );
}
