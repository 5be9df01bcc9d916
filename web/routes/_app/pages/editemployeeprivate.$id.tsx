import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { EditPrivateScreen } from "@/features/people/EditPrivateScreen";

export const Route = createFileRoute("/_app/pages/editemployeeprivate/$id")({
  component: EditPrivate,
});

function EditPrivate() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const leave = useCallback(() => void navigate({ to: "/pages/employeeprivate" }), [navigate]);
  return <EditPrivateScreen key={id} uid={id} onLeave={leave} />;
}
