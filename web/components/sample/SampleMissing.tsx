import { PackageX } from "lucide-react";
import { EmptyState } from "@/components/EmptyState";
import { REFUSALS } from "../../../domain/errors";

/** For an id without a sample, or with one that is not the viewer's to see: the two look alike. */
export function SampleMissing() {
  return (
    <EmptyState icon={PackageX} title={REFUSALS.SAMPLE_MISSING}>
      It was deleted, taken back by its sender, or it is not yours to see. Open it again from its
      list.
    </EmptyState>
  );
}
