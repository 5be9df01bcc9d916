import { createGazetteer } from "@/lib/gazetteer";
import { createGooglePlaces } from "@/lib/googlePlaces";
import { loadGoogleMaps } from "@/lib/loadGoogleMaps";
import type { Places } from "@/lib/place";

/**
 * The source of this build: Google with VITE_GOOGLE_MAPS_API_KEY. Without the key it is the
 * gazetteer, a file of our own, and no request leaves the origin.
 */
export const places: Places = choosePlaces(import.meta.env.VITE_GOOGLE_MAPS_API_KEY);

export function choosePlaces(googleKey: unknown): Places {
  return typeof googleKey === "string" && googleKey !== ""
    ? createGooglePlaces(() => loadGoogleMaps(googleKey))
    : createGazetteer(async () => {
        const response = await fetch("/gazetteer.txt");
        if (!response.ok) throw new Error(`gazetteer.txt: ${response.status}`);
        return response.text();
      });
}
