import { createFileRoute } from "@tanstack/react-router";
import { Timeline } from "@/features/history/Timeline";
import { SampleDetail } from "@/features/samples/detail/SampleDetail";
import { useViewer } from "@/hooks/data/useViewer";

export const Route = createFileRoute("/_app/private/viewfs/$id")({ component: ViewSample });

function ViewSample() {
  const viewer = useViewer();
  const { id } = Route.useParams();
  return (
    <SampleDetail key={id} sampleId={id} actor={viewer} timeline={<Timeline sampleId={id} />} />
  );
}
