import { STATUSES, type Status, type StatusCounts } from "#domain/custody/statuses";

/** The part of the world that a map shows. Degrees; `west` is less than `east`. */
export type MapArea = {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  /** Web Mercator zoom: the world is 256 · 2^zoom px wide. */
  readonly zoom: number;
};

/** The bounding box of all samples with coordinates. */
export type Extent = Omit<MapArea, "zoom">;

/** Fields of a sample that its mark shows before it is opened. */
export type MarkedSample = {
  readonly serialNumber: string;
  readonly city: string;
  readonly country: string;
};

/** The samples of one mark: those of a place, or of several nearby places. */
export type MapCluster = {
  readonly lat: number;
  readonly lng: number;
  readonly counts: StatusCounts;
  readonly total: number;
  /** The next zoom at which it may split; null: all its samples are at one place. */
  readonly opensAt: number | null;
  /** Its first samples, at most `MAX_MARKED`. */
  readonly samples: readonly MarkedSample[];
};

/** The maximum zoom; there, each place has its own mark, however close to others. */
export const LAST_ZOOM = 18;

/** Number of samples that a mark names in its title. */
export const MAX_MARKED = 3;

/** The answer for an area of the map. */
export type MapAnswer = {
  readonly clusters: readonly MapCluster[];
  /** Number of samples with coordinates; extent is null if there are none. */
  readonly located: number;
  readonly extent: Extent | null;
  /** Number of matching samples, with or without coordinates. */
  readonly total: number;
};

/** A slice of the places of samples, those with the most samples first. */
export type PlacesAnswer = {
  readonly total: number;
  readonly places: readonly MapCluster[];
};

/** The most frequent status of a mark's samples. */
export function mainStatus(counts: StatusCounts): Status {
  return STATUSES.reduce((most, status) => (counts[status] > counts[most] ? status : most));
}
