import type { Extent } from "@/lib/map/mapAnswers";
import { DEFAULT_CENTRE, START_ZOOM, type Position, type Viewpoint } from "./view/viewport";

/** Reads `38.7,-9.1` and `38.7,-9.1,5` of an address; null unless they are on the earth. */
export function parsePosition(text: string | undefined): Position | null {
  const [lat = NaN, lng = NaN] = (text ?? "").split(",").map(Number);
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

export function parseViewpoint(text: string | undefined): Viewpoint | null {
  const position = parsePosition(text);
  const zoom = Number((text ?? "").split(",")[2]);
  return position !== null && zoom >= 0 ? { ...position, zoom } : null;
}

export const formatPosition = ({ lat, lng }: Position): string => `${lat},${lng}`;

/** Three decimals are about 100 m: enough to look at the same thing again. */
export const formatViewpoint = ({ lat, lng, zoom }: Viewpoint): string =>
  `${lat.toFixed(3)},${lng.toFixed(3)},${zoom}`;

/** The box around `positions`; null without any. */
export function extentOf(positions: readonly Position[]): Extent | null {
  if (positions.length === 0) return null;
  const [lats, lngs] = [positions.map(({ lat }) => lat), positions.map(({ lng }) => lng)];
  return {
    west: Math.min(...lngs),
    south: Math.min(...lats),
    east: Math.max(...lngs),
    north: Math.max(...lats),
  };
}

/** The view in which a map begins: in the middle of the samples, or at the default without any. */
export function startView(extent: Extent | null): Viewpoint {
  if (extent === null) return { ...DEFAULT_CENTRE, zoom: START_ZOOM };
  const { west, south, east, north } = extent;
  return { lat: (south + north) / 2, lng: (west + east) / 2, zoom: START_ZOOM };
}
