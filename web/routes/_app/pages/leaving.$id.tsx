import { createFileRoute } from "@tanstack/react-router";
import { ForRole } from "@/components/ForRole";
import { LeavingScreen } from "@/features/leaving/LeavingScreen";

export const Route = createFileRoute("/_app/pages/leaving/$id")({ component: Leaving });

function Leaving() {
  const { id } = Route.useParams();
  return (
    <ForRole least="supervisor" title="Leaving">
      <LeavingScreen uid={id} />
    </ForRole>
  );
}
