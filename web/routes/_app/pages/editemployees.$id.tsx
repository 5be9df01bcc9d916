import { createFileRoute } from "@tanstack/react-router";
import { PlannedScreen } from "@/features/planned/PlannedScreen";

export const Route = createFileRoute("/_app/pages/editemployees/$id")({
  component: () => <PlannedScreen area="employees" />,
});
