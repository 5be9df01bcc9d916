import { createFileRoute } from "@tanstack/react-router";
import { PlannedScreen } from "@/features/planned/PlannedScreen";

export const Route = createFileRoute("/_app/pages/editemployeeprivate/$id")({
  component: () => <PlannedScreen area="privateEmployees" />,
});
