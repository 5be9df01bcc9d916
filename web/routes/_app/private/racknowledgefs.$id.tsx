import { createFileRoute } from "@tanstack/react-router";
import { RouteError } from "@/components/pages/ErrorState";
import { StepScreen } from "@/features/custody/StepScreen";
import { Timeline } from "@/features/history/Timeline";
import { useViewer } from "@/hooks/data/useViewer";

export const Route = createFileRoute("/_app/private/racknowledgefs/$id")({
  component: AcknowledgeReturn,
  errorComponent: RouteError,
});

function AcknowledgeReturn() {
  const viewer = useViewer();
  const { id } = Route.useParams();
  return (
    <StepScreen
      key={id}
      step="acknowledgeReturn"
      sampleId={id}
      actor={viewer}
      timeline={<Timeline sampleId={id} newest={3} />}
    />
  );
}
