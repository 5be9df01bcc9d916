import { CatchBoundary } from "@tanstack/react-router";
import { Suspense, use, useEffect, useEffectEvent, useState } from "react";
import { ErrorState } from "@/components/pages/ErrorState";
import { GOOGLE_KEY } from "@/lib/places/googleScript";
import { MESSAGES } from "#domain/common/messages";
import { LoadingMap } from "../MapFrame";
import type { MapViewProps, RenderMap } from "./viewport";

const LOADING = GOOGLE_KEY === null ? MESSAGES.loading : MESSAGES.mapsLoading;

/** Loads the map of this build: Google's if there is a key, else the embedded one. */
async function loadMap(): Promise<RenderMap> {
  if (GOOGLE_KEY === null) return (await import("../embedded/EmbeddedMap")).loadEmbeddedMap();
  return (await import("../google/GoogleMapView")).loadGoogleMap();
}

/** The map, a placeholder while it loads, and a retry button if loading fails. */
export function MapView(props: MapViewProps) {
  const [loading, setLoading] = useState(loadMap);
  return (
    <CatchBoundary
      getResetKey={() => "map"}
      errorComponent={({ reset }) => (
        <MapFailed
          onRetry={() => {
            setLoading(loadMap());
            reset();
          }}
        />
      )}
    >
      <Suspense fallback={<LoadingMap text={LOADING} />}>
        <LoadedMap {...props} loading={loading} />
      </Suspense>
    </CatchBoundary>
  );
}

/** Offers to load the map again, and does so when the network returns. */
function MapFailed({ onRetry }: { onRetry: () => void }) {
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const onOnline = () => retry();
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, []);
  return (
    <ErrorState title={MESSAGES.mapFailed} className="h-full justify-center" onRetry={onRetry} />
  );
}

function LoadedMap({ loading, ...props }: MapViewProps & { loading: Promise<RenderMap> }) {
  const render = use(loading);
  return render(props);
}
