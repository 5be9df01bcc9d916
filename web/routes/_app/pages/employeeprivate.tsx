import { createFileRoute } from "@tanstack/react-router";
import { PlannedScreen } from "@/features/planned/PlannedScreen";

export const Route = createFileRoute("/_app/pages/employeeprivate")({
  component: () => <PlannedScreen area="privateEmployees" />,
});
