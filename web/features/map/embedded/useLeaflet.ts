import L from "leaflet";
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useState,
  type Ref,
  type RefObject,
} from "react";
import { useTheme } from "@/hooks/useTheme";
import { LAST_ZOOM, type Extent, type MapArea } from "@/lib/map/mapAnswers";
import { covers, MIN_ZOOM, withMargin, type MapControls, type Viewpoint } from "../view/viewport";
import type { World } from "./world";
import { WorldLayer } from "./worldLayer";
import type { MapColours } from "./worldPainter";

type LeafletOptions = {
  readonly world: World;
  readonly start: Viewpoint;
  readonly onArea: (area: MapArea) => void;
  readonly onRest: (viewpoint: Viewpoint) => void;
  readonly controls: Ref<MapControls | null>;
};

/** Limits of the map, slightly beyond the outermost land. */
const BOUNDS = L.latLngBounds([-72, -190], [84, 190]);

/**
 * Creates the map in `container`, without marks. Null until it is created; a new object after each
 * change of zoom, because all pixel positions change.
 */
export function useLeaflet(
  container: RefObject<HTMLElement | null>,
  { world, start, onArea, onRest, controls }: LeafletOptions,
): { readonly map: L.Map } | null {
  const [shown, setShown] = useState<{ readonly map: L.Map } | null>(null);
  const [layer, setLayer] = useState<WorldLayer | null>(null);
  const { theme } = useTheme();

  const tellArea = useEffectEvent(onArea);
  const tellRest = useEffectEvent(onRest);
  const [first] = useState(start); // the map itself controls its later position

  useEffect(() => {
    const element = container.current;
    if (element === null) return;
    const map = createMap(element, first);
    const land = new WorldLayer(world, coloursOf(element)).addTo(map);
    let reported: MapArea | null = null;
    const tell = () => {
      const area = areaOf(map);
      if (reported !== null && covers(reported, area)) return;
      reported = withMargin(area);
      tellArea(reported);
    };
    map.on("zoomend resize", () => limit(map, map.getZoom()));
    // Leaflet scales the tiles of the next whole zoom; drawn for this one, they are sharp.
    map.on("zoomend viewreset", () => void (map.getZoom() % 1 !== 0 && land.redraw()));
    map.on("move zoomend resize", tell);
    map.on("moveend", () => tellRest({ ...map.getCenter(), zoom: map.getZoom() }));
    map.on("zoomend viewreset", () => setShown({ map }));
    const resizing = new ResizeObserver(() => map.invalidateSize({ pan: false }));
    resizing.observe(element);
    const endGuard = guardDragClicks(map, element);
    // oxlint-disable-next-line react/set-state-in-effect -- only now its element is there
    setShown({ map });
    setLayer(land);
    tell();
    return () => {
      endGuard();
      resizing.disconnect();
      map.remove();
      setShown(null);
      setLayer(null);
    };
  }, [container, world, first]);

  useEffect(() => {
    if (container.current !== null) layer?.paint(coloursOf(container.current));
  }, [container, layer, theme]);

  const map = shown?.map;
  useImperativeHandle<MapControls | null, MapControls | null>(
    controls,
    (): MapControls | null =>
      map === undefined
        ? null
        : {
            look: ({ lat, lng, zoom }) => void map.setView([lat, lng], zoom),
            zoomBy: (steps) => void map.setZoom(map.getZoom() + steps),
            fit: (extent, maxZoom, isStill) => fitTo(map, extent, maxZoom, isStill),
          },
    [map],
  );
  return shown;
}

/**
 * Margins that keep marks visible, px. The list covers the right side of the map; on a phone,
 * buttons cover its bottom.
 */
const EDGE = 64;
const NARROW_EDGE = 40;
const NARROW_BOTTOM = 84;
const LIST = 368;

/** Shows the whole of `extent`, at zoom `maxZoom` or less. */
export function fitTo(
  map: L.Map,
  { west, south, east, north }: Extent,
  maxZoom: number,
  isStill = false,
): void {
  const corners = L.latLngBounds([south, west], [north, east]);
  const clear = clearOf(map);
  const padding = L.point(clear.paddingTopLeft).add(L.point(clear.paddingBottomRight));
  limit(map, Math.min(maxZoom, map.getBoundsZoom(corners, false, padding)));
  map.fitBounds(corners, { maxZoom, ...(isStill && { animate: false }), ...clear });
}

/**
 * Limits the map to the world, and on the right to the width of the list beyond it: the easternmost
 * samples can come out from under the list.
 */
function limit(map: L.Map, zoom: number): void {
  const beyond = (listWidth(map) / (256 * 2 ** zoom)) * 360;
  const { lat, lng } = BOUNDS.getNorthEast();
  map.options.maxBounds = L.latLngBounds(BOUNDS.getSouthWest(), [lat, lng + beyond]);
}

/** Width of the list that covers the right side of the map, px; 0 if it is below the map. */
const listWidth = (map: L.Map) => (map.getSize().x > 2 * LIST ? LIST : 0);

/** Options that keep content clear of the edges and the list. */
export function clearOf(map: L.Map): Record<"paddingTopLeft" | "paddingBottomRight", L.PointTuple> {
  const isNarrow = map.getSize().x < NARROW;
  const edge = isNarrow ? NARROW_EDGE : EDGE;
  return {
    paddingTopLeft: [edge, edge],
    paddingBottomRight: [listWidth(map) || edge, isNarrow ? NARROW_BOTTOM : edge],
  };
}

/** Width of a map on a phone, px. */
const NARROW = 512;

function createMap(element: HTMLElement, { lat, lng, zoom }: Viewpoint): L.Map {
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const isNarrow = element.clientWidth < NARROW;
  const map = L.map(element, {
    center: [lat, lng],
    zoom,
    // The whole world is 512 px wide at 1: on a phone, its edges would be out of sight. Half steps
    // let it fill the width.
    minZoom: isNarrow ? 0 : MIN_ZOOM,
    zoomSnap: isNarrow ? 0.5 : 1,
    maxZoom: LAST_ZOOM,
    maxBounds: BOUNDS,
    maxBoundsViscosity: 1,
    zoomControl: false,
    attributionControl: false,
    fadeAnimation: false,
    zoomAnimation: !isStill,
    inertia: !isStill,
  });
  limit(map, zoom);
  return map;
}

/**
 * Suppresses the click that browsers fire at the end of a drag, which would open the mark under the
 * pointer.
 *
 * @returns a function that ends this
 */
function guardDragClicks(map: L.Map, element: HTMLElement): () => void {
  let isDragged = false;
  map.on("dragstart", () => (isDragged = true));
  const press = () => (isDragged = false);
  const click = (event: Event) => {
    if (isDragged) event.stopPropagation();
    isDragged = false;
  };
  element.addEventListener("pointerdown", press, { capture: true });
  element.addEventListener("click", click, { capture: true });
  return () => {
    element.removeEventListener("pointerdown", press, { capture: true });
    element.removeEventListener("click", click, { capture: true });
  };
}

function areaOf(map: L.Map): MapArea {
  const bounds = map.getBounds();
  return {
    west: bounds.getWest(),
    south: bounds.getSouth(),
    east: bounds.getEast(),
    north: bounds.getNorth(),
    zoom: map.getZoom(),
  };
}

/** Reads the colours of the scheme that applies to `element`. */
function coloursOf(element: HTMLElement): MapColours {
  const style = getComputedStyle(element);
  const token = (name: string) => `hsl(${style.getPropertyValue(`--map-${name}`)})`;
  return { land: token("land"), line: token("line"), name: token("name") };
}
