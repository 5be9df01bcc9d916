import { demoFields } from "../../../convex/model/demo/devices";
import { PLACES } from "../../../convex/model/demo/people";
import type { SampleInput } from "#domain/samples/fields";
import type { Status } from "#domain/custody/statuses";

/**
 * A device as varied as a lab's: 70 models, 12 customers, unique serial numbers and IMEIs, and a
 * comment of 60 characters on every fifth. `number` is below a million.
 */
export function variedSample(number: number): SampleInput {
  const places = Object.values(PLACES);
  const place = places[number % places.length]!;
  const scattered = (number * 15_485_863) % 999_983;
  return {
    ...demoFields(number, variedDate(number), place),
    serialNumber: `R${scattered.toString(36).toUpperCase().padStart(5, "0")}${number}X`,
    phoneNumber: `+351 21 555 ${1_000 + (number % 500)}`,
    comments: number % 5 === 0 ? commentOf(number) : "",
  };
}

/**
 * Unique coordinates, spread evenly from 50° south to 70° north: no two of the first million
 * samples share a place.
 */
export function scatteredPosition(number: number): { lat: number; lng: number } {
  // Of the R2 sequence, which never clusters.
  const [first, second] = [0.754_877_666, 0.569_840_291];
  return { lat: 120 * ((number * first) % 1) - 50, lng: 360 * ((number * second) % 1) - 180 };
}

const WORDS = [
  "antenna",
  "carrier",
  "cracked",
  "firmware",
  "labelled",
  "modem",
  "patched",
  "spare",
];

function commentOf(number: number): string {
  const words = [0, 1, 2, 3, 4, 5].map((place) => WORDS[(number >> place) % WORDS.length]);
  return `${words.join(" ")} ${number}`.padEnd(60, ".").slice(0, 60);
}

/** Epoch ms, within three years. */
export function variedDate(number: number): number {
  return Date.UTC(2023, 0, 1) + ((number * 7_919) % 1_576_800) * 60_000;
}

// oxfmt-ignore
const STATUSES: readonly Status[] = [
  "Registered", "Registered", "In Transit", "In Use", "In Use", "In Use", "In Use", "In Use", "In Use", "In Use", "In Use",
  "In Use", "In Return", "Returned", "Returned", "Returned", "Returned", "Returned", "Request Lost", "Lost",
];

export function variedStatus(number: number): Status {
  return STATUSES[(number * 7) % STATUSES.length]!;
}
