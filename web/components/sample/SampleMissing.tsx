import { Link } from "@tanstack/react-router";
import { useQuery } from "convex/react";
import { PackageX, Waypoints } from "lucide-react";
import { EmptyState } from "@/components/pages/EmptyState";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "../../../convex/_generated/api";
import { REFUSALS } from "#domain/common/errors";

type SampleMissingProps = {
  sampleId: string;
  /** The refusal of what the page is for; acknowledgements have their own. */
  code?: "SAMPLE_MISSING" | "DOCUMENT_MISSING";
};

/**
 * Replaces a sample that the viewer may not see. People who once had to do with it read that
 * another person has it; for everyone else it looks like one that never existed.
 */
export function SampleMissing({ sampleId, code = "SAMPLE_MISSING" }: SampleMissingProps) {
  const isWithOthers = useQuery(api.samples.isWithOthers, { sampleId });
  if (isWithOthers === undefined) return <Skeleton aria-busy className="h-40" />;
  return isWithOthers ? (
    <EmptyState icon={Waypoints} title={REFUSALS.SAMPLE_ELSEWHERE} action={<OpenSamples />}>
      It was handed on, or its sender took it back. Your History still lists the steps that concern
      you.
    </EmptyState>
  ) : (
    <EmptyState icon={PackageX} title={REFUSALS[code]} action={<OpenSamples />}>
      It was deleted, or you do not have access to it.
    </EmptyState>
  );
}

function OpenSamples() {
  return (
    <Button asChild variant="outline">
      <Link to="/private">Open Samples</Link>
    </Button>
  );
}
