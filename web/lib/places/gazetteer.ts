import { loadOnce } from "@/lib/loadOnce";
import type { Place, Places } from "@/lib/places/place";
import { wordsOf } from "#domain/common/fold";

interface City {
  name: string;
  region: string;
  country: string;
  lat: number;
  lng: number;
  /** Words of its name, lowercase, without accents. */
  names: readonly string[];
  /** Words of its region and country. */
  around: readonly string[];
}

const MAX_FOUND = 8;

/**
 * Parses web/public/gazetteer.txt, whose format is described in scripts/gazetteer.mjs. Takes
 * about 100 ms.
 */
export function parseGazetteer(text: string): City[] {
  const [countryLine = "", regionLine = "", ...rows] = text.trimEnd().split("\n");
  const read = (line: string) => line.split("|").map((name) => ({ name, words: wordsOf(name) }));
  const countries = read(countryLine);
  const regions = read(regionLine);
  const nowhere = { name: "", words: [] };
  return rows.map((row) => {
    const [name = "", ascii = "", regionNumber, countryNumber, lat, lng] = row.split("|");
    const region = regions[Number(regionNumber)] ?? nowhere;
    const country = countries[Number(countryNumber)] ?? nowhere;
    return {
      name,
      region: region.name,
      country: country.name,
      lat: Number(lat) / 100,
      lng: Number(lng) / 100,
      names: wordsOf(`${name} ${ascii}`),
      around: [...region.words, ...country.words],
    };
  });
}

/**
 * Finds the most populous cities that `text` may mean: each word must begin a word of the city, its
 * region or its country, and the first one a word of the city's own name. Text before a comma may
 * be a street, which stays in the address: "Rua Augusta 12, São Paulo". Scans some 25,000 cities: 5
 * ms.
 */
export function searchGazetteer(cities: readonly City[], text: string): Place[] {
  const whole = findCities(cities, text).map((city) => placeOf(city));
  if (whole.length > 0) return whole;
  // Split at the first comma followed by a known city: "12 High St, Leeds, United Kingdom".
  for (let comma = text.indexOf(","); comma >= 0; comma = text.indexOf(",", comma + 1)) {
    const street = text.slice(0, comma).trim();
    const found = findCities(cities, text.slice(comma + 1));
    if (street && found.length > 0) return found.map((city) => placeOf(city, street));
  }
  return [];
}

function findCities(cities: readonly City[], text: string): City[] {
  const wanted = wordsOf(text);
  const [first] = wanted;
  if (first === undefined) return [];
  const found: City[] = [];
  // The file is sorted by population, so the first hits are the most likely.
  for (const city of cities) {
    const isIn = (words: readonly string[], part: string) =>
      words.some((word) => word.startsWith(part));
    if (!isIn(city.names, first)) continue;
    if (!wanted.every((part) => isIn(city.names, part) || isIn(city.around, part))) continue;
    // Of two cities with the same address, keep the larger one.
    const isTwin = found.some(
      (other) =>
        other.name === city.name && other.region === city.region && other.country === city.country,
    );
    if (!isTwin) found.push(city);
    if (found.length === MAX_FOUND) break;
  }
  return found;
}

const KM_PER_DEGREE = 111.2;
/** Minimum distance, km, up to which a city names a place, however close its neighbors are. */
const MIN_REACH_KM = 75;
/** Maximum distance, km, for a city without close neighbors, as in a desert. */
const MAX_REACH_KM = 500;
/**
 * A city's reach is the distance to this neighbor (third nearest): nearer ones may be its suburbs.
 */
const REACHED_NEIGHBOUR = 3;

/**
 * Returns the city nearest to a point, in an equirectangular approximation; null if it is too far
 * away to name the point, as on the ocean. A city reaches as far as its third neighbor, so a farm
 * in Patagonia has an address, but a ship off the coast of Portugal has none.
 */
export function nearestInGazetteer(
  cities: readonly City[],
  lat: number,
  lng: number,
): Place | null {
  const [found] = nearestCities(cities, lat, lng, 1);
  if (found === undefined) return null;
  const { city, km } = found;
  if (km <= MIN_REACH_KM) return placeOf(city);
  const neighbour = nearestCities(cities, city.lat, city.lng, REACHED_NEIGHBOUR + 1).at(-1);
  return km <= Math.min(neighbour?.km ?? 0, MAX_REACH_KM) ? placeOf(city) : null;
}

/** The `count` cities nearest to a point, nearest first, with their distances. */
function nearestCities(cities: readonly City[], lat: number, lng: number, count: number) {
  const shrink = Math.cos((lat * Math.PI) / 180); // degrees of longitude shrink towards the poles
  const nearest: { readonly city: City; readonly km: number }[] = [];
  for (const city of cities) {
    const apart = Math.abs(city.lng - lng);
    const east = Math.min(apart, 360 - apart) * shrink;
    const km = Math.hypot(east, city.lat - lat) * KM_PER_DEGREE;
    if (nearest.length === count && km >= nearest[count - 1]!.km) continue;
    const place = nearest.findIndex((other) => other.km > km);
    nearest.splice(place < 0 ? nearest.length : place, 0, { city, km });
    if (nearest.length > count) nearest.pop();
  }
  return nearest;
}

function placeOf({ name, region, country, lat, lng }: City, street?: string): Place {
  const parts = [street, name, region === name ? "" : region, country];
  return { address: parts.filter(Boolean).join(", "), city: name, country, lat, lng };
}

/** Loads the gazetteer (390 kB compressed) on first use. */
export function createGazetteer(fetchText: () => Promise<string>): Places {
  const load = loadOnce(async () => parseGazetteer(await fetchText()));
  return {
    load,
    search: async (text) =>
      searchGazetteer(await load(), text).map((place) => ({
        address: place.address,
        place: () => Promise.resolve(place),
      })),
    nearest: async (lat, lng) => nearestInGazetteer(await load(), lat, lng),
  };
}
