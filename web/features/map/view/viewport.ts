import type { ReactNode, Ref } from "react";
import type { Extent, MapArea, MapCluster } from "@/lib/map/mapAnswers";

/** A position on the map. Degrees. */
export type Position = { readonly lat: number; readonly lng: number };

/** Centre of a map, and its zoom of Web Mercator. */
export type Viewpoint = Position & { readonly zoom: number };

/** A stop on the way of one sample. */
export type WayStop = Position & {
  /** Counted from 1, the oldest first. */
  readonly number: number;
  readonly label: string;
};

/** Commands that buttons and lists give a map. */
export type MapControls = {
  look: (viewpoint: Viewpoint) => void;
  /** Positive: closer. */
  zoomBy: (steps: number) => void;
  /** Shows the whole of `extent`, at most this close. */
  fit: (extent: Extent, maxZoom: number) => void;
};

/**
 * A map of marks: the embedded one or Google's. It owns where it looks, and tells what it shows;
 * the screen answers with the marks of that area.
 */
export type MapViewProps = {
  readonly start: Viewpoint;
  readonly clusters: readonly MapCluster[];
  /** The place whose samples are listed. */
  readonly open: Position | null;
  readonly way: readonly WayStop[];
  /** Called when the map shows more than the last area that it told. */
  readonly onArea: (area: MapArea) => void;
  readonly onOpen: (cluster: MapCluster) => void;
  /** Called when the map stands still after a move. */
  readonly onRest: (viewpoint: Viewpoint) => void;
  readonly controls: Ref<MapControls>;
};

/** A map that has been loaded. */
export type RenderMap = (props: MapViewProps) => ReactNode;

/** The zoom of a map that nobody has moved, and its centre when no sample has coordinates. */
export const START_ZOOM = 3;
export const DEFAULT_CENTRE: Position = { lat: -23.6, lng: -46.7 };
export const MIN_ZOOM = 1;

/**
 * Parts of what is on show that are asked for on each side of it: a short drag asks nothing new.
 */
const MARGIN = 0.5;

/** Returns `shown` with a margin, within the world. */
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

/** True if `area` has the marks of everything in `shown`. */
export function covers(area: MapArea, shown: MapArea): boolean {
  return (
    area.zoom === shown.zoom &&
    area.west <= Math.max(-180, shown.west) &&
    area.east >= Math.min(180, shown.east) &&
    area.south <= Math.max(-90, shown.south) &&
    area.north >= Math.min(90, shown.north)
  );
}
