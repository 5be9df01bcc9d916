import { createFileRoute } from "@tanstack/react-router";
import { useCallback } from "react";
import { mapSearch, type MapState } from "@/features/map/mapSearch";
import { MapScreen } from "@/features/map/MapScreen";
import { useAddress } from "@/hooks/data/useAddress";
import { useViewer } from "@/hooks/data/useViewer";

/** The map of the samples. */
export const Route = createFileRoute("/_app/dashboard/vectormap")({
  validateSearch: mapSearch,
  component: Map,
});

function Map() {
  const navigate = Route.useNavigate();
  // On a phone the places are listed below the map: a press there must not scroll back to the top.
  const stay = useCallback(
    (to: { search: MapState; replace: true }) => navigate({ ...to, resetScroll: false }),
    [navigate],
  );
  const [state, setState] = useAddress(Route.useSearch(), stay);
  return <MapScreen actor={useViewer()} state={state} onStateChange={setState} />;
}
