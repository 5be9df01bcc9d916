import type L from "leaflet";
import {
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
} from "react";
import { createPortal } from "react-dom";
import type { MapCluster } from "@/lib/map/mapAnswers";
import { ClusterMark } from "../view/ClusterMark";
import type { MapViewProps, Position } from "../view/viewport";
import { RouteLine } from "../view/RouteLine";
import { nearest, neighbour } from "./neighbour";
import { clearOf } from "./useLeaflet";

type MarksProps = Pick<MapViewProps, "clusters" | "open" | "route"> & {
  /** A new object after each change of zoom. */
  shown: { readonly map: L.Map };
  /** Must be stable: a new function would re-render every mark. */
  onOpen: (cluster: MapCluster) => void;
};

const ZOOM_KEYS: Readonly<Record<string, number>> = { "+": 1, "=": 1, "-": -1 };

/**
 * The marks in Leaflet's marker pane, which Leaflet moves as a whole. One mark is a Tab stop; arrow
 * keys move to the next mark in their direction, plus and minus zoom, and Escape returns to the
 * map.
 */
export const Marks = memo(function Marks({ shown, clusters, open, route, onOpen }: MarksProps) {
  const { map } = shown;
  const list = useRef<HTMLDivElement>(null);
  const points = useMemo(
    () => clusters.map((cluster) => pointOf(shown.map, cluster)),
    [shown, clusters],
  );
  const { tabStop, setTabStop } = useTabStop(shown, clusters, points);
  const openMark = useCallback(
    (cluster: MapCluster) => {
      if (cluster.opensAt !== null) focusMap(map); // the mark splits
      onOpen(cluster);
    },
    [map, onOpen],
  );
  const indexOf = (target: EventTarget) =>
    [...(list.current?.children ?? [])].findIndex((element) => element === target);

  const showFocused = ({ target }: FocusEvent) => {
    const cluster = clusters[indexOf(target)];
    if (cluster === undefined) return;
    setTabStop(cluster);
    map.panInside([cluster.lat, cluster.lng], clearOf(map));
  };
  const press = (event: KeyboardEvent) => {
    const { key, target } = event;
    const index = indexOf(target);
    const [cluster, point] = [clusters[index], points[index]];
    if (cluster === undefined || point === undefined) return;
    if (key.startsWith("Arrow")) {
      const next = list.current?.children[neighbour(points, point, key) ?? -1];
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    } else if (key in ZOOM_KEYS) {
      focusMap(map); // the mark may not exist at the other zoom
      map.setZoomAround([cluster.lat, cluster.lng], map.getZoom() + (ZOOM_KEYS[key] ?? 0));
    } else if (key === "Escape") focusMap(map);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const pane = map.getPane("markerPane");
  if (pane === undefined) return null;
  return createPortal(
    <div className="leaflet-zoom-hide">
      <div ref={list} role="group" aria-label="Marks" onKeyDown={press} onFocus={showFocused}>
        {clusters.map((cluster, index) => (
          <ClusterMark
            key={`${cluster.lat},${cluster.lng}`}
            {...{ cluster, ...points[index] }}
            isOpen={isAt(open, cluster)}
            isTabStop={index === tabStop}
            onOpen={openMark}
          />
        ))}
      </div>
      <RouteLine stops={route.map((stop) => ({ ...stop, ...pointOf(map, stop) }))} />
    </div>,
    pane,
  );
});

/**
 * The index of the mark that is the Tab stop: the last focused one, or the one closest to the
 * centre of the map, also after the map was moved by keys.
 */
function useTabStop(
  { map }: MarksProps["shown"],
  clusters: readonly MapCluster[],
  points: readonly L.Point[],
) {
  const [last, setLast] = useState<Position | null>(null);
  const [, setMiddle] = useState<Position | null>(null);
  useEffect(() => {
    const chooseAgain = () => {
      if (document.activeElement !== map.getContainer()) return;
      setLast(null);
      setMiddle(map.getCenter());
    };
    map.on("moveend", chooseAgain);
    return () => void map.off("moveend", chooseAgain);
  }, [map]);
  const kept = clusters.findIndex((cluster) => isAt(last, cluster));
  const middle = pointOf(map, map.getCenter());
  return { tabStop: kept >= 0 ? kept : nearest(points, middle), setTabStop: setLast };
}

const pointOf = (map: L.Map, { lat, lng }: Position) => map.latLngToLayerPoint([lat, lng]);
const isAt = (place: Position | null, { lat, lng }: Position) =>
  place?.lat === lat && place.lng === lng;
const focusMap = (map: L.Map) => map.getContainer().focus({ preventScroll: true });
