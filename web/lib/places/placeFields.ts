import type { Place } from "./place";

/** The fields of a person's address that a picked place fills, of that one place. */
export function placeFields({ address, country, city, lat, lng }: Place) {
  return { userLocation: address, country, city, userLat: lat, userLng: lng };
}
