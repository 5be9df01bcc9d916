import { useEffect, useState } from "react";
import { places } from "@/lib/places/places";

interface DeviceLocation {
  realLat: number;
  realLng: number;
  realLocation?: string;
}

export type LocationState =
  { kind: "asking" } | { kind: "unavailable" } | { kind: "known"; location: DeviceLocation };

/** Time to wait for the device's position, ms; people fill in the form meanwhile. */
const GIVE_UP_MS = 20_000;

/**
 * Asks the browser once for the device's position (docs/product.md, "Sign-up"); the person may
 * refuse.
 */
export function useDeviceLocation(): LocationState {
  const [state, setState] = useState<LocationState>(() =>
    "geolocation" in navigator && window.isSecureContext
      ? { kind: "asking" }
      : { kind: "unavailable" },
  );
  useEffect(() => {
    if (!("geolocation" in navigator) || !window.isSecureContext) return;
    let isMounted = true;
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude: realLat, longitude: realLng } }) => {
        const known = (location: DeviceLocation) =>
          isMounted && setState({ kind: "known", location });
        // The place name is optional: coordinates without it are still worth storing.
        places.nearest(realLat, realLng).then(
          (place) => known({ realLat, realLng, ...(place && { realLocation: place.address }) }),
          () => known({ realLat, realLng }),
        );
      },
      () => isMounted && setState({ kind: "unavailable" }),
      { timeout: GIVE_UP_MS },
    );
    return () => {
      isMounted = false;
    };
  }, []);
  return state;
}
