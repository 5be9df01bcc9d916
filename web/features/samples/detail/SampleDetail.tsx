import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { ScrollText, Tag } from "lucide-react";
import type { ReactNode } from "react";
import { GoBack } from "@/components/GoBack";
import { PageHeader } from "@/components/PageHeader";
import { Button } from "@/components/ui/button";
import { OPENED_HERE } from "@/hooks/useWayBack";
import { api } from "../../../../convex/_generated/api";
import type { Actor } from "../../../../domain/workflow";
import { AbsentSample } from "./AbsentSample";
import { DetailCard } from "./DetailCard";
import { DetailSkeleton } from "@/components/skeletons/DetailSkeleton";

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
      <PageHeader
        title="Sample Detail"
        actions={
          <>
            <GoBack to="/private" />
            {sample && <PrintedForms sampleId={sample._id} />}
          </>
        }
      />
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

/** The ways to what can be printed of a sample. */
function PrintedForms({ sampleId }: { sampleId: string }) {
  return (
    <>
      <Button asChild variant="outline" className="no-print">
        <Link to="/private/labels" state={{ ...OPENED_HERE, labelled: [sampleId] }}>
          <Tag aria-hidden />
          Label
        </Link>
      </Button>
      <Button asChild variant="outline" className="no-print">
        <Link to="/private/certificate/$id" params={{ id: sampleId }} state={OPENED_HERE}>
          <ScrollText aria-hidden />
          Certificate
        </Link>
      </Button>
    </>
  );
}
