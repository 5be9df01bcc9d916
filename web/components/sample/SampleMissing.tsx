import { PackageX } from "lucide-react";
import { EmptyState } from "@/components/EmptyState";
import { REFUSALS } from "../../../domain/errors";

/**
 * Stands in for a sample that does not exist or that the viewer may not see: the two look alike.
 */
export function SampleMissing() {
  return (
    <EmptyState icon={PackageX} title={REFUSALS.SAMPLE_MISSING}>
      It was deleted, taken back by its sender, or it is not yours to see. Open it again from its
      list.
    </EmptyState>
  );
}
