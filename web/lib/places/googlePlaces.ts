import { loadOnce } from "@/lib/loadOnce";
import type { Place, PlaceOffer, Places } from "@/lib/places/place";

/**
 * The subset of Google Maps' JavaScript API used here ("Place Autocomplete Data API", "Geocoder").
 */
export interface GoogleMaps {
  places: {
    AutocompleteSessionToken: new () => object;
    AutocompleteSuggestion: {
      fetchAutocompleteSuggestions: (request: {
        input: string;
        language: string;
        sessionToken: object;
      }) => Promise<{ suggestions: { placePrediction: Prediction | null }[] }>;
    };
  };
  Geocoder: new () => {
    geocode: (request: {
      location: { lat: number; lng: number };
      language: string;
      region: string;
    }) => Promise<{ results: Geocoded[] }>;
  };
}

interface Prediction {
  text: { text: string };
  toPlace: () => GooglePlace;
}

interface GooglePlace {
  fetchFields: (request: { fields: string[] }) => Promise<unknown>;
  formattedAddress?: string | null;
  addressComponents?: { longText: string | null; types: string[] }[];
  location?: { lat: () => number; lng: () => number } | null;
}

interface Geocoded {
  formatted_address: string;
  address_components: { long_name: string; types: string[] }[];
  geometry: { location_type: string; location: { lat: () => number; lng: () => number } };
}

/** Language and region of Google's answers, and the preferred precision near the device. */
const LANGUAGE = "en";
const REGION = "es";
const PRECISE = "ROOFTOP";

/**
 * Places from Google. Requests from the first letter to the choice belong to one session, which
 * Google bills once.
 *
 * @param loadMaps adds Google's script to the page
 */
export function createGooglePlaces(loadMaps: () => Promise<GoogleMaps>): Places {
  const load = loadOnce(loadMaps);
  let session: object | null = null;

  async function search(text: string): Promise<PlaceOffer[]> {
    const { places } = await load();
    session ??= new places.AutocompleteSessionToken();
    const { suggestions } = await places.AutocompleteSuggestion.fetchAutocompleteSuggestions({
      input: text,
      language: LANGUAGE,
      sessionToken: session,
    });
    return suggestions.flatMap(({ placePrediction }) =>
      placePrediction === null
        ? []
        : [{ address: placePrediction.text.text, place: () => choose(placePrediction) }],
    );
  }

  async function choose(prediction: Prediction): Promise<Place> {
    session = null;
    const place = prediction.toPlace();
    await place.fetchFields({ fields: ["formattedAddress", "addressComponents", "location"] });
    const address = place.formattedAddress ?? prediction.text.text;
    if (!place.location) throw new Error(`Google has no coordinates of ${address}`);
    const parts = (place.addressComponents ?? []).map(({ longText, types }) => ({
      name: longText ?? "",
      types,
    }));
    const { lat, lng } = place.location;
    return { address, ...cityAndCountry(parts), lat: lat(), lng: lng() };
  }

  return {
    load,
    search,
    nearest: async (lat, lng) => {
      const { Geocoder } = await load();
      const { results } = await new Geocoder().geocode({
        location: { lat, lng },
        language: LANGUAGE,
        region: REGION,
      });
      const isPrecise = ({ geometry }: Geocoded) => geometry.location_type === PRECISE;
      const nearest = results.find(isPrecise) ?? results[0];
      if (nearest === undefined) return null;
      const parts = nearest.address_components.map(({ long_name: name, types }) => ({
        name,
        types,
      }));
      return { address: nearest.formatted_address, ...cityAndCountry(parts), lat, lng };
    },
  };
}

type AddressPart = { name: string; types: readonly string[] };

/** Extracts city and country from an address (docs/product.md, "Maps and places"). */
export function cityAndCountry(parts: readonly AddressPart[]): { city: string; country: string } {
  const named = (type: string) => parts.find(({ types }) => types.includes(type))?.name;
  const city =
    named("locality") ??
    named("administrative_area_level_2") ??
    named("administrative_area_level_1") ??
    "";
  return { city, country: named("country") ?? "" };
}
