import { loadOnce } from "@/lib/loadOnce";
import type { Place, Places } from "@/lib/places/place";
import { wordsOf } from "#domain/common/fold";

interface City {
  name: string;
  region: string;
  country: string;
  lat: number;
  lng: number;
  /** Words of its name, without accents, in small letters. */
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
 * Finds the most populous cities that `text` may mean: every word of it begins a word of the city,
 * its region or its country, and the first one a word of the city's own name. Before a comma people
 * write a street, which stays in the address: "Rua Augusta 12, São Paulo". Looks at each of some
 * 25,000 cities: 5 ms.
 */
export function searchGazetteer(cities: readonly City[], text: string): Place[] {
  const whole = findCities(cities, text).map((city) => placeOf(city));
  if (whole.length > 0) return whole;
  // Cut at the first comma after which a city is known: "12 High St, Leeds, United Kingdom".
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
  // The file is in order of population, so the first hits are the likeliest.
  for (const city of cities) {
    const isIn = (words: readonly string[], part: string) =>
      words.some((word) => word.startsWith(part));
    if (!isIn(city.names, first)) continue;
    if (!wanted.every((part) => isIn(city.names, part) || isIn(city.around, part))) continue;
    // Of two cities with the same address, the larger one.
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
/** A city names places this far around it, km, however close its neighbours are. */
const MIN_REACH_KM = 75;
/** The longest reach of a city whose neighbours are far, as in a desert, km. */
const MAX_REACH_KM = 500;
/** The neighbour of a city whose distance is the city's reach: nearer ones may be its suburbs. */
const REACHED_NEIGHBOUR = 3;

/**
 * Returns the city nearest to a point, as the crow flies over a flat map; null where it is too far
 * to name the point, as on the ocean. Cities reach as far as their third neighbour, so a farm in
 * Patagonia has an address, and a ship off the coast of Portugal has none.
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

/** The `count` cities nearest to a point, the nearest first, with their distances. */
function nearestCities(cities: readonly City[], lat: number, lng: number, count: number) {
  const shrink = Math.cos((lat * Math.PI) / 180); // degrees of longitude narrow towards the poles
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

/** Loads the gazetteer (390 kB over the wire) when it is first asked. */
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
