import { usePaginatedQuery } from "convex/react";
import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { PersonName } from "@/components/sample/Person";
import { SampleMissing } from "@/components/sample/SampleMissing";
import { DetailSkeleton } from "@/components/skeletons";
import { Card } from "@/components/ui/card";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { formatMinute } from "#domain/common/dates";
import { deviceName } from "#domain/samples/deviceName";
import { DetailEntry } from "./DetailEntry";
import { keptSection } from "./sections";

type AbsentSampleProps = { sampleId: string; timeline: ReactNode };

/**
 * Replaces the details of a sample that does not exist or that the viewer may not see. For a
 * deleted sample, admins see the fields kept in its history, and who deleted it.
 */
export function AbsentSample({ sampleId, timeline }: AbsentSampleProps) {
  const { results, status } = usePaginatedQuery(
    api.history.forSample,
    { sampleId },
    { initialNumItems: 1 },
  );
  const [latest] = results;
  if (status === "LoadingFirstPage") return <DetailSkeleton />;
  if (latest?.action !== "Delete") {
    return (
      <div className="col-span-full">
        <SampleMissing sampleId={sampleId} />
      </div>
    );
  }
  return (
    <>
      <DeletedCard deletion={latest} />
      {timeline}
    </>
  );
}

function DeletedCard({ deletion }: { deletion: Doc<"history"> }) {
  return (
    <Card>
      <header className="border-b p-5">
        <h2 className="text-lg font-semibold tracking-tight">{deviceName(deletion)}</h2>
        <p className="mt-2 flex items-start gap-2 text-sm text-destructive">
          <Trash2 aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>
            Deleted by <PersonName email={deletion.email} /> on {formatMinute(deletion.actiondate)}
          </span>
        </p>
        <p className="mt-1 text-sm text-muted-foreground">
          Its serial number and IMEIs can be registered again. Its history is kept below.
        </p>
      </header>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 p-5 lg:grid-cols-3">
        {keptSection(deletion).map((field) => (
          <DetailEntry key={field.label} field={field} />
        ))}
      </dl>
    </Card>
  );
}
