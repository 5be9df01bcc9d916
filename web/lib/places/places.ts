import { createGazetteer } from "@/lib/places/gazetteer";
import { createGooglePlaces } from "@/lib/places/googlePlaces";
import { GOOGLE_KEY, googleScript } from "@/lib/places/googleScript";
import type { Places } from "@/lib/places/place";

/**
 * The source of this build: Google with VITE_GOOGLE_MAPS_API_KEY. Without the key, the gazetteer,
 * which is one of the app's files, so that no request leaves the origin.
 */
export const places: Places = choosePlaces(GOOGLE_KEY);

export function choosePlaces(googleKey: string | null): Places {
  return googleKey !== null
    ? createGooglePlaces(() => googleScript.load())
    : createGazetteer(async () => {
        const response = await fetch("/gazetteer.txt");
        if (!response.ok) throw new Error(`gazetteer.txt: ${response.status}`);
        return response.text();
      });
}
