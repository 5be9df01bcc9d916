import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { SampleFormScreen } from "@/features/samples/form/SampleFormScreen";
import { useViewer } from "@/hooks/data/useViewer";

export const Route = createFileRoute("/_app/dashboard/addfs")({ component: AddSample });

function AddSample() {
  const viewer = useViewer();
  const navigate = Route.useNavigate();
  const leave = useCallback(() => void navigate({ to: "/dashboard/homefs" }), [navigate]);
  return <SampleFormScreen form="full" viewer={viewer} onLeave={leave} />;
}
