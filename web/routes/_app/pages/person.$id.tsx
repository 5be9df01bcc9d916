import { createFileRoute } from "@tanstack/react-router";
import { PersonScreen } from "@/features/people/PersonScreen";
import { useViewer } from "@/hooks/data/useViewer";

export const Route = createFileRoute("/_app/pages/person/$id")({ component: PersonPage });

function PersonPage() {
  const { id } = Route.useParams();
  return <PersonScreen key={id} uid={id} reader={useViewer().role} />;
}
