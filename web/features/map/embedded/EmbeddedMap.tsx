import "leaflet/dist/leaflet.css";
import "./embeddedMap.css";
import { useCallback, useEffect, useRef, useState } from "react";
import type { MapCluster } from "@/lib/map/mapAnswers";
import { extentOf } from "../startView";
import { START_ZOOM, type MapViewProps, type RenderMap } from "../view/viewport";
import { Marks } from "./Marks";
import { fitTo, useLeaflet } from "./useLeaflet";
import { loadWorld, type World } from "./world";

/**
 * Loads the embedded map, which contacts no third party: it is drawn from a file of the app, with
 * Leaflet for navigation.
 */
export async function loadEmbeddedMap(): Promise<RenderMap> {
  const world = await loadWorld();
  return (props) => <EmbeddedMap {...props} world={world} />;
}

function EmbeddedMap({
  clusters,
  open,
  route,
  onOpen,
  world,
  ...options
}: MapViewProps & { world: World }) {
  const container = useRef<HTMLDivElement>(null);
  const shown = useLeaflet(container, { world, ...options });
  const map = shown?.map;
  useEffect(() => {
    const box = extentOf(route);
    if (map === undefined || box === null) return;
    fitTo(map, box, START_ZOOM);
  }, [map, route]);
  // The screen re-renders whenever the map comes to rest; the stable callback keeps a thousand
  // marks from re-rendering.
  const latestOpen = useRef(onOpen);
  useEffect(() => void (latestOpen.current = onOpen), [onOpen]);
  const openMark = useCallback((cluster: MapCluster) => latestOpen.current(cluster), []);
  return (
    <div
      ref={container}
      role="application"
      aria-label="Map of the samples: arrow keys move it, plus and minus zoom, Tab goes to the marks"
      className="embedded-map size-full outline-none focus-visible:ring-inset focus-visible:ring-offset-0"
    >
      {shown && (
        <Marks shown={shown} clusters={clusters} open={open} route={route} onOpen={openMark} />
      )}
      <WheelGuard container={container} />
    </div>
  );
}

const HINT_MS = 1_500;

/** The wheel scrolls the page; with Ctrl or ⌘ it zooms the map. */
function WheelGuard({ container }: { container: React.RefObject<HTMLElement | null> }) {
  const [isHinting, setHinting] = useState(false);
  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const guard = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) return setHinting(false);
      event.stopPropagation();
      setHinting(true);
      clearTimeout(timer);
      timer = setTimeout(() => setHinting(false), HINT_MS);
    };
    element.addEventListener("wheel", guard, { capture: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener("wheel", guard, { capture: true });
    };
  }, [container]);
  if (!isHinting) return null;
  return (
    <p className="pointer-events-none absolute inset-x-0 bottom-6 z-[1000] mx-auto w-fit rounded-full bg-foreground/85 px-3 py-1.5 text-xs font-medium text-background">
      Hold Ctrl or ⌘ and scroll to zoom
    </p>
  );
}
