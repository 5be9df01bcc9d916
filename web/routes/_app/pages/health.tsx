import { createFileRoute } from "@tanstack/react-router";
import { ForRole } from "@/components/ForRole";
import { HealthScreen } from "@/features/health/HealthScreen";

export const Route = createFileRoute("/_app/pages/health")({
  component: Health,
});

function Health() {
  return (
    <ForRole least="admin" title="Server health">
      <HealthScreen />
    </ForRole>
  );
}
