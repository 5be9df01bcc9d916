import { Maximize, Minus, Plus, type LucideIcon } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Extent, MapArea, MapCluster } from "@/lib/map/mapAnswers";
import type { MapStore, TableView } from "@/lib/tables/rowStore";
import type { SampleRow } from "#domain/samples/compactRows";
import { LoadingMap, MapFrame } from "./MapFrame";
import type { MapState } from "./mapSearch";
import { MapPanel } from "./panel/MapPanel";
import {
  formatPosition,
  formatViewpoint,
  parsePosition,
  parseViewpoint,
  startView,
} from "./startView";
import { useLiveAnswer } from "./useLiveAnswer";
import { isEmptyQuery } from "#domain/tables/tableFilters";
import { MapView } from "./view/MapView";
import { START_ZOOM, type MapControls, type Viewpoint, type RouteStop } from "./view/viewport";

type MapCardProps = {
  store: MapStore<SampleRow>;
  view: TableView;
  version: number;
  state: MapState;
  onStateChange: (state: MapState) => void;
};

/**
 * The first area to load: its answer contains the extent of all samples, which determines the start
 * view.
 */
const WORLD: MapArea = { west: -180, south: -90, east: 180, north: 90, zoom: START_ZOOM };
/** Minimum zoom after a place is selected in the list. */
const PLACE_ZOOM = 5;
/** Maximum zoom when showing all samples. */
const FIT_ZOOM = 8;

/** The map with its buttons, and the list of places next to it. */
export function MapCard({ store, view, version, state, onStateChange }: MapCardProps) {
  const [area, setArea] = useState(WORLD);
  const answer = useLiveAnswer(
    useCallback((signal) => store.ask({ kind: "mapped", view, area }, signal), [store, view, area]),
    version,
  );
  const controls = useRef<MapControls>(null);
  const open = useMemo(() => parsePosition(state.place), [state.place]);
  const [route, setRoute] = useState<readonly RouteStop[]>([]);
  const [chosen] = useState(() => parseViewpoint(state.at));
  const zoom = parseViewpoint(state.at)?.zoom ?? START_ZOOM;

  // One press may open a place and move the map; the second change must include the first.
  const latest = useRef(state);
  useEffect(() => void (latest.current = state), [state]);
  const change = (part: Partial<MapState>) => {
    latest.current = { ...latest.current, ...part };
    onStateChange(latest.current);
  };

  const openCluster = ({ lat, lng, opensAt }: MapCluster) => {
    if (opensAt !== null) controls.current?.look({ lat, lng, zoom: opensAt });
    else change({ place: formatPosition({ lat, lng }) });
  };
  const openPlace = (place: MapCluster) => {
    controls.current?.look({ ...place, zoom: Math.max(zoom, PLACE_ZOOM) });
    change({ place: formatPosition(place) });
  };
  const rest = (viewpoint: Viewpoint) => change({ at: formatViewpoint(viewpoint) });

  if (answer === null) {
    return (
      <MapFrame>
        <LoadingMap />
      </MapFrame>
    );
  }
  const { clusters, located, extent, total } = answer;
  return (
    <MapFrame>
      <MapView
        start={chosen ?? startView(extent)}
        clusters={clusters}
        open={open}
        controls={controls}
        route={route}
        onArea={setArea}
        onOpen={openCluster}
        onRest={rest}
      />
      <ZoomButtons controls={controls} extent={extent} />
      {extent === null && <Nowhere total={total} isFiltered={!isEmptyQuery(view.query)} />}
      <MapPanel
        store={store}
        view={view}
        version={version}
        state={state}
        located={located}
        total={total}
        open={open}
        onOpen={openPlace}
        onClose={() => change({ place: undefined })}
        onRoute={setRoute}
        onRouteClosed={() => change({ way: undefined })}
      />
    </MapFrame>
  );
}

type ZoomButtonsProps = {
  controls: { readonly current: MapControls | null };
  extent: Extent | null;
};

function ZoomButtons({ controls, extent }: ZoomButtonsProps) {
  return (
    <div className="no-print absolute left-3 top-3 z-10 flex flex-col gap-1.5">
      {extent !== null && (
        <MapButton
          label="Show all samples"
          icon={Maximize}
          onPress={() => controls.current?.fit(extent, FIT_ZOOM)}
        />
      )}
      <MapButton label="Zoom in" icon={Plus} onPress={() => controls.current?.zoomBy(1)} />
      <MapButton label="Zoom out" icon={Minus} onPress={() => controls.current?.zoomBy(-1)} />
    </div>
  );
}

function Nowhere({ total, isFiltered }: { total: number; isFiltered: boolean }) {
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-0 z-10 grid place-items-center p-4"
    >
      <div className="max-w-sm rounded-lg border bg-card/95 px-5 py-4 text-center shadow-sm">
        <p className="font-semibold">No samples on the map</p>
        <p className="mt-1 text-muted-foreground">
          {total === 0
            ? isFiltered
              ? "No sample matches your filters."
              : "Samples that you may see appear here, where they are."
            : "None of them has coordinates. A sample gets them from its address, or when it is received."}
        </p>
      </div>
    </div>
  );
}

type MapButtonProps = { label: string; icon: LucideIcon; onPress: () => void };

function MapButton({ label, icon: Icon, onPress }: MapButtonProps) {
  return (
    <Button variant="outline" size="icon" aria-label={label} title={label} onClick={onPress}>
      <Icon aria-hidden />
    </Button>
  );
}
