import { useNavigate } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import type { ReactNode } from "react";
import { CopyableId } from "@/components/CopyableId";
import { PageHeader } from "@/components/pages/PageHeader";
import { StatusChip } from "@/components/StatusChip";
import { DetailSkeleton } from "@/components/skeletons";
import { Card } from "@/components/ui/card";
import { useIsMounted } from "@/hooks/useIsMounted";
import { keepToasts } from "@/lib/toastSlot";
import { api } from "../../../../convex/_generated/api";
import type { Doc } from "../../../../convex/_generated/dataModel";
import { deviceName } from "#domain/samples/deviceName";
import { LISTS } from "#domain/samples/lists";
import type { Actor } from "#domain/custody/workflow";
import { AbsentSample } from "./AbsentSample";
import { DetailActions } from "./DetailActions";
import { DetailSections } from "./DetailSections";

/** Title of the page and of the tab until the device is known. */
const TITLE = "Sample Detail";

type SampleDetailProps = {
  /** From the address: any text. */
  sampleId: string;
  actor: Actor;
  /** The sample's history, next to its fields; it loads in parallel. */
  timeline: ReactNode;
};

/**
 * All details of one sample, read-only and live, with the steps that the viewer may take next. On a
 * phone the timeline is above the fields.
 */
export function SampleDetail({ sampleId, actor, timeline }: SampleDetailProps) {
  const sample = useQuery(api.samples.get, { sampleId });
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const leave = () => {
    if (!isMounted()) return;
    keepToasts();
    void navigate({ to: LISTS.delete.path });
  };
  return (
    <>
      <PageHeader
        title={sample ? deviceName(sample) : TITLE}
        tabTitle={TITLE}
        back="/private"
        description={sample && <Standing sample={sample} />}
      />
      {sample && (
        <div className="mb-4">
          <DetailActions sample={sample} actor={actor} onDeleted={leave} />
        </div>
      )}
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_25rem] print:block">
        {sample === null ? (
          <AbsentSample sampleId={sampleId} timeline={timeline} />
        ) : (
          <>
            <div className="min-w-0 xl:order-1">{timeline}</div>
            {sample ? <Facts sample={sample} /> : <DetailSkeleton />}
          </>
        )}
      </div>
    </>
  );
}

type PartProps = { sample: Doc<"samples"> };

function Standing({ sample }: PartProps) {
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-foreground">
      <CopyableId value={sample.serialNumber} label="serial number" />
      <StatusChip status={sample.status} />
    </span>
  );
}

function Facts({ sample }: PartProps) {
  return (
    <Card className="[print-color-adjust:exact] print:border-0 print:shadow-none">
      <DetailSections sample={sample} />
    </Card>
  );
}
