import { STATUSES, type Status, type StatusCounts } from "#domain/custody/statuses";

/** The part of the world that a map shows. Degrees; `west` is less than `east`. */
export type MapArea = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** Web Mercator's: the world is 256 · 2^zoom px wide. */
  readonly zoom: number;
};

/** The box around all samples that have coordinates. */
export type Extent = Omit<MapArea, "zoom">;

/** Fields of a sample that its mark shows before somebody opens it. */
export type MarkedSample = {
  readonly serialNumber: string;
  readonly city: string;
  readonly country: string;
};

/** Samples that one mark stands for: those of a place, or of several places close together. */
export type MapCluster = {
  readonly lat: number;
  readonly lng: number;
  readonly counts: StatusCounts;
  readonly total: number;
  /** The next zoom at which it may fall apart; null: all its samples are at one place. */
  readonly opensAt: number | null;
  /** The first samples of it, at most `MAX_MARKED`. */
  readonly samples: readonly MarkedSample[];
};

/** The nearest look at the map; there, each place has its mark, however close to others. */
export const LAST_ZOOM = 18;

/** Samples that a mark names in its title. */
export const MAX_MARKED = 3;

/** The answer about an area of the map. */
export type MapAnswer = {
  readonly clusters: readonly MapCluster[];
  /** Samples with coordinates; null extent: there is none. */
  readonly located: number;
  readonly extent: Extent | null;
  /** Samples that match, with coordinates or without. */
  readonly total: number;
};

/** Some of the places that samples are at, those with most samples first. */
export type PlacesAnswer = {
  readonly total: number;
  readonly places: readonly MapCluster[];
};

/** The status that most samples of a mark are in. */
export function mainStatus(counts: StatusCounts): Status {
  return STATUSES.reduce((most, status) => (counts[status] > counts[most] ? status : most));
}
