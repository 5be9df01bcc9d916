import type { Place } from "./place";

/** Fields of a person's address, filled from a picked place. */
export function placeFields({ address, country, city, lat, lng }: Place) {
  return { userLocation: address, country, city, userLat: lat, userLng: lng };
}
