import { useQuery } from "convex/react";
import type { ReactNode } from "react";
import { GoBack } from "@/components/GoBack";
import { PageHeader } from "@/components/PageHeader";
import { api } from "../../../../convex/_generated/api";
import type { Actor } from "../../../../domain/workflow";
import { AbsentSample } from "./AbsentSample";
import { DetailCard } from "./DetailCard";
import { DetailSkeleton } from "./DetailSkeleton";

type SampleDetailProps = {
  /** From the address: any text. */
  sampleId: string;
  actor: Actor;
  /** The sample's history, beside the card; it loads at the same time. */
  timeline: ReactNode;
};

/**
 * Shows everything about one sample, read-only and live, with the steps that the viewer may take
 * next.
 */
export function SampleDetail({ sampleId, actor, timeline }: SampleDetailProps) {
  const sample = useQuery(api.samples.get, { sampleId });
  return (
    <>
      <PageHeader title="Sample Detail" actions={<GoBack to="/private" />} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_25rem] print:block">
        {sample === null ? (
          <AbsentSample sampleId={sampleId} timeline={timeline} />
        ) : (
          <>
            {sample ? <DetailCard sample={sample} actor={actor} /> : <DetailSkeleton />}
            {timeline}
          </>
        )}
      </div>
    </>
  );
}
