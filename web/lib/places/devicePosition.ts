import type { Place } from "@/lib/places/place";
import { places } from "@/lib/places/places";
import { MESSAGES } from "#domain/common/messages";

/** The device's position with the nearest named place; `place` is null if there is none. */
export interface DevicePosition {
  /** Degrees. */
  lat: number;
  lng: number;
  place: Place | null;
  /** Why there is no place, as a text for the person. */
  problem: string | null;
}

/** Time to wait for the device's position, ms: a phone indoors needs some seconds. */
const GIVE_UP_MS = 20_000;

/**
 * Asks the browser for the device's position, and looks up the place.
 *
 * @throws Error with a text for the person, when there is no position or the person refused
 */
export async function devicePosition(): Promise<DevicePosition> {
  if (!("geolocation" in navigator) || !window.isSecureContext) {
    throw new Error(MESSAGES.geolocationMissing);
  }
  const { coords } = await new Promise<GeolocationPosition>((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(
      resolve,
      () => reject(new Error(MESSAGES.enableLocation)),
      { timeout: GIVE_UP_MS },
    ),
  );
  const { latitude: lat, longitude: lng } = coords;
  try {
    const place = await places.nearest(lat, lng);
    return { lat, lng, place, problem: place ? null : MESSAGES.addressNotFound };
  } catch {
    return { lat, lng, place: null, problem: MESSAGES.addressFailed };
  }
}
