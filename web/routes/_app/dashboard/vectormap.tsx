import { createFileRoute } from "@tanstack/react-router";
import { PlannedScreen } from "@/features/planned/PlannedScreen";

export const Route = createFileRoute("/_app/dashboard/vectormap")({
  component: () => <PlannedScreen area="map" />,
});
