import { createFileRoute } from "@tanstack/react-router";
import { mapSearch } from "@/features/map/mapSearch";
import { MapScreen } from "@/features/map/MapScreen";
import { useAddress } from "@/hooks/data/useAddress";
import { useViewer } from "@/hooks/data/useViewer";

/** The map of the samples. */
export const Route = createFileRoute("/_app/dashboard/vectormap")({
  validateSearch: mapSearch,
  component: Map,
});

function Map() {
  const [state, setState] = useAddress(Route.useSearch(), Route.useNavigate());
  return <MapScreen actor={useViewer()} state={state} onStateChange={setState} />;
}
