import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { SampleFormScreen } from "@/features/samples/form/SampleFormScreen";
import { useViewer } from "@/hooks/data/useViewer";

export const Route = createFileRoute("/_app/private/editsample/$id")({ component: EditSample });

function EditSample() {
  const viewer = useViewer();
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const leave = useCallback(() => void navigate({ to: "/dashboard/homefs" }), [navigate]);
  return <SampleFormScreen key={id} form="full" viewer={viewer} editedId={id} onLeave={leave} />;
}
