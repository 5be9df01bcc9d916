import { useParams } from "@tanstack/react-router";
import { StepScreen } from "@/features/custody/StepScreen";
import { Timeline } from "@/features/history/Timeline";
import { useViewer } from "@/hooks/data/useViewer";
import type { HandOverStep } from "#domain/custody/workflow";

/** One step with the sample that the address names. */
export function SampleStep({ step }: { step: HandOverStep }) {
  const { id = "" } = useParams({ strict: false });
  return (
    <StepScreen
      key={id}
      step={step}
      sampleId={id}
      actor={useViewer()}
      timeline={<Timeline sampleId={id} newest={3} />}
    />
  );
}
