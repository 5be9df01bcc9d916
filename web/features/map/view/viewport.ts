import type { ReactNode, Ref } from "react";
import type { Extent, MapArea, MapCluster } from "@/lib/map/mapAnswers";

/** A position on the map. Degrees. */
export type Position = { readonly lat: number; readonly lng: number };

/** Centre and Web Mercator zoom of a map. */
export type Viewpoint = Position & { readonly zoom: number };

/** A stop on the route of one sample. */
export type RouteStop = Position & {
  /** Starts at 1 for the oldest. */
  readonly number: number;
  readonly label: string;
};

/** Commands from buttons and lists to a map. */
export type MapControls = {
  look: (viewpoint: Viewpoint) => void;
  /** Positive: zoom in. */
  zoomBy: (steps: number) => void;
  /** Shows the whole of `extent`, at zoom `maxZoom` or less. `isStill`: without an animation. */
  fit: (extent: Extent, maxZoom: number, isStill?: boolean) => void;
};

/**
 * A map with marks: the embedded one or Google's. It controls its own viewpoint and reports the
 * visible area; the screen responds with the marks of that area.
 */
export type MapViewProps = {
  readonly start: Viewpoint;
  readonly clusters: readonly MapCluster[];
  /** The place whose samples are listed. */
  readonly open: Position | null;
  readonly route: readonly RouteStop[];
  /** Called when the map shows more than the last reported area. */
  readonly onArea: (area: MapArea) => void;
  readonly onOpen: (cluster: MapCluster) => void;
  /** Called when the map comes to rest after a move. */
  readonly onRest: (viewpoint: Viewpoint) => void;
  /** Null until the map can be moved. */
  readonly controls: Ref<MapControls | null>;
};

/** Renders a map that has been loaded. */
export type RenderMap = (props: MapViewProps) => ReactNode;

/** The largest zoom of a map that has not been moved, and its view until samples are shown. */
export const START_ZOOM = 3;
export const DEFAULT_VIEW: Viewpoint = { lat: -23.6, lng: -46.7, zoom: START_ZOOM };
export const MIN_ZOOM = 1;

/**
 * Margin loaded on each side, as a fraction of the visible area: a short drag needs no new query.
 */
const MARGIN = 0.5;

/** Returns `shown` extended by a margin, within the world. */
export function withMargin({ west, south, east, north, zoom }: MapArea): MapArea {
  const [width, height] = [(east - west) * MARGIN, (north - south) * MARGIN];
  return {
    west: Math.max(-180, west - width),
    east: Math.min(180, east + width),
    south: Math.max(-90, south - height),
    north: Math.min(90, north + height),
    zoom,
  };
}

/** True if `area` contains all marks of `shown`. */
export function covers(area: MapArea, shown: MapArea): boolean {
  return (
    area.zoom === shown.zoom &&
    area.west <= Math.max(-180, shown.west) &&
    area.east >= Math.min(180, shown.east) &&
    area.south <= Math.max(-90, shown.south) &&
    area.north >= Math.min(90, shown.north)
  );
}
