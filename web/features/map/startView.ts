import type { Extent } from "@/lib/map/mapAnswers";
import type { Position, Viewpoint } from "./view/viewport";

/** Parses `38.7,-9.1` and `38.7,-9.1,5` from a URL; null for invalid coordinates. */
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

/** Three decimals are about 100 m: precise enough to restore the view. */
export const formatViewpoint = ({ lat, lng, zoom }: Viewpoint): string =>
  `${lat.toFixed(3)},${lng.toFixed(3)},${zoom}`;

/** The bounding box of `positions`; null if there are none. */
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
