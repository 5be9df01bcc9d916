import { Maximize, Minus, Plus, type LucideIcon } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Extent, MapArea, MapCluster } from "@/lib/map/mapAnswers";
import type { MapStore, StoreState, TableView } from "@/lib/tables/rowStore";
import type { SampleRow } from "#domain/samples/compactRows";
import { CountingNote, MapFrame } from "./MapFrame";
import type { MapState } from "./mapSearch";
import { MapPanel } from "./panel/MapPanel";
import { formatPosition, formatViewpoint, parsePosition, parseViewpoint } from "./startView";
import { useLiveAnswer } from "./useLiveAnswer";
import { isEmptyQuery } from "#domain/tables/tableFilters";
import { MapView } from "./view/MapView";
import {
  DEFAULT_VIEW,
  START_ZOOM,
  type MapControls,
  type Viewpoint,
  type RouteStop,
} from "./view/viewport";

type MapCardProps = {
  store: MapStore<SampleRow>;
  view: TableView;
  /** The marks appear once all samples are loaded: a map of only some would be misleading. */
  loaded: StoreState;
  state: MapState;
  onStateChange: (state: MapState) => void;
};

/** The first area to load; its answer contains the extent of all samples. */
const WORLD: MapArea = { west: -180, south: -90, east: 180, north: 90, zoom: START_ZOOM };
/** Minimum zoom after a place is selected in the list. */
const PLACE_ZOOM = 5;
/** Maximum zoom when showing all samples. */
const FIT_ZOOM = 8;

const NO_MARKS: readonly never[] = [];

/**
 * The map with its buttons, and the list of places next to it. Appears immediately at the default
 * view, and shows all places once the samples are loaded, unless the viewer has moved it by then.
 */
export function MapCard({ store, view, loaded, state, onStateChange }: MapCardProps) {
  const { version, isComplete } = loaded;
  const [area, setArea] = useState(WORLD);
  const ask = useCallback(
    (signal: AbortSignal) => store.ask({ kind: "mapped", view, area }, signal),
    [store, view, area],
  );
  const answer = useLiveAnswer(isComplete ? ask : null, version);
  const [controls, setControls] = useState<MapControls | null>(null);
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
    if (opensAt !== null) controls?.look({ lat, lng, zoom: opensAt });
    else change({ place: formatPosition({ lat, lng }) });
  };
  const openPlace = (place: MapCluster) => {
    controls?.look({ ...place, zoom: Math.max(zoom, PLACE_ZOOM) });
    change({ place: formatPosition(place) });
  };
  const { clusters = NO_MARKS, extent = null } = answer ?? {};
  // The route of one sample has an extent of its own.
  const isFitted = chosen === null && state.way === undefined;
  const isOwnView = useFirstFit(controls, isFitted ? extent : null);
  const rest = (viewpoint: Viewpoint) => {
    if (!isOwnView(viewpoint)) change({ at: formatViewpoint(viewpoint) });
  };
  return (
    <MapFrame
      panel={
        answer !== null &&
        (answer.total > 0 || state.way !== undefined) && (
          <MapPanel
            store={store}
            view={view}
            version={version}
            state={state}
            located={answer.located}
            total={answer.total}
            open={open}
            onOpen={openPlace}
            onClose={() => change({ place: undefined })}
            onRoute={setRoute}
            onRouteClosed={() => change({ way: undefined })}
          />
        )
      }
    >
      <MapView
        start={chosen ?? DEFAULT_VIEW}
        clusters={clusters}
        open={open}
        controls={setControls}
        route={route}
        onArea={setArea}
        onOpen={openCluster}
        onRest={rest}
      />
      <ZoomButtons controls={controls} extent={extent} />
      {/* Before the map is there, its own placeholder says so. */}
      {answer === null && controls !== null && (
        <CountingNote loaded={loaded.loaded} expected={loaded.expected} />
      )}
      {answer !== null && extent === null && (
        <Nowhere total={answer.total} isFiltered={!isEmptyQuery(view.query)} />
      )}
    </MapFrame>
  );
}

/**
 * Shows all places once, as soon as the map and its samples have loaded.
 *
 * @returns a function that tells whether the app, not the viewer, put the map where it is
 */
function useFirstFit(
  controls: MapControls | null,
  extent: Extent | null,
): (viewpoint: Viewpoint) => boolean {
  const state = useRef<"waiting" | "fitting" | "done">("waiting");
  useEffect(() => {
    if (controls === null || extent === null || state.current !== "waiting") return;
    state.current = "fitting";
    controls.fit(extent, START_ZOOM, true); // nothing moves under a finger
  }, [controls, extent]);
  return (viewpoint) => {
    // A map also comes to rest when its element gets its size.
    if (state.current === "waiting" && isDefault(viewpoint)) return true;
    const isOwn = state.current === "fitting";
    state.current = "done"; // a view chosen by the viewer before the samples came is kept
    return isOwn;
  };
}

/** True for the default view, whose centre a map may round to a pixel. */
function isDefault({ lat, lng, zoom }: Viewpoint): boolean {
  const isNear = (one: number, other: number) => Math.abs(one - other) < 1;
  return (
    zoom === DEFAULT_VIEW.zoom && isNear(lat, DEFAULT_VIEW.lat) && isNear(lng, DEFAULT_VIEW.lng)
  );
}

type ZoomButtonsProps = {
  controls: MapControls | null;
  extent: Extent | null;
};

function ZoomButtons({ controls, extent }: ZoomButtonsProps) {
  return (
    // On a phone in one row within reach of the thumb, below the marks (`clearOf`).
    <div className="no-print absolute bottom-3 right-3 z-10 flex gap-1.5 sm:bottom-auto sm:left-3 sm:right-auto sm:top-3 sm:flex-col">
      {extent !== null && (
        <MapButton
          label="Show all samples"
          icon={Maximize}
          onPress={() => controls?.fit(extent, FIT_ZOOM)}
        />
      )}
      <MapButton label="Zoom in" icon={Plus} onPress={() => controls?.zoomBy(1)} />
      <MapButton label="Zoom out" icon={Minus} onPress={() => controls?.zoomBy(-1)} />
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
        <p className="mt-1 text-balance text-muted-foreground">
          {total === 0
            ? isFiltered
              ? "No sample matches your filters."
              : "Your samples will appear here at their locations."
            : "None of these samples has coordinates. A sample gets them from its address, or when it is received."}
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
