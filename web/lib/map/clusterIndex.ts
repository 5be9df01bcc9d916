import Supercluster, { type ClusterFeature, type PointFeature } from "supercluster";
import { STATUSES, sumOf, type StatusCounts } from "#domain/custody/statuses";
import {
  LAST_ZOOM,
  MAX_MARKED,
  type Extent,
  type MapArea,
  type MapCluster,
  type MarkedSample,
} from "./mapAnswers";
import type { PlaceTable } from "./placeTable";

/** Places closer than this share a mark, in px of a map with 256 px tiles. */
const RADIUS_PX = 56;
/** The last zoom for which clusters are prepared; each costs up to 60 ms. */
const LAST_PREPARED_ZOOM = 7;

type PlaceProps = { readonly place: number };
type Index = Supercluster<PlaceProps, StatusCounts>;
type Found = ClusterFeature<StatusCounts> | PointFeature<PlaceProps>;

/**
 * The marks of a map at every zoom, over the places of a `PlaceTable`.
 *
 * Clusters are prepared up to `LAST_PREPARED_ZOOM`. Beyond it an area contains few places, which
 * are clustered on demand.
 *
 * Cost: 0.2 to 0.4 s for 100,000 places, a tenth of that for the 5,000 of a large lab; 1 to 5 ms
 * per area.
 */
export class ClusterIndex {
  readonly extent: Extent | null;
  readonly #places: PlaceTable;
  readonly #read: (slot: number) => MarkedSample;
  readonly #prepared: Index;
  #byCount: Uint32Array | null = null;

  /** @param read returns the sample of a slot */
  constructor(places: PlaceTable, read: (slot: number) => MarkedSample) {
    this.#places = places;
    this.#read = read;
    this.extent = places.extent();
    const all = Array.from({ length: places.size }, (_, place) => this.#feature(place));
    this.#prepared = this.#cluster(all, 1, LAST_PREPARED_ZOOM);
  }

  get located(): number {
    return this.#places.located;
  }

  get placeCount(): number {
    return this.#places.size;
  }

  /** Returns the marks within `area`. */
  clusters({ west, south, east, north, zoom }: MapArea): MapCluster[] {
    const found = this.#prepared.getClusters([west, south, east, north], zoom);
    if (zoom <= LAST_PREPARED_ZOOM) return found.map((each) => this.#mark(this.#prepared, each));
    const near = found.flatMap(({ properties }) =>
      "cluster" in properties ? [] : [this.#feature(properties.place)],
    );
    if (zoom >= LAST_ZOOM) return near.map(({ properties }) => this.#placeMark(properties.place));
    const index = this.#cluster(near, zoom, zoom);
    return index.getClusters([west, south, east, north], zoom).map((each) => {
      const mark = this.#mark(index, each);
      if (!("cluster" in each.properties)) return mark;
      const leaves = index.getLeaves(each.properties.cluster_id, Infinity);
      return { ...mark, opensAt: Math.max(zoom + 1, openingZoom(leaves)) };
    });
  }

  /**
   * Returns places from index `from` to `before` (exclusive), those with the most samples first.
   */
  places(from: number, before: number): MapCluster[] {
    this.#byCount ??= this.#sortByCount();
    return Array.from(this.#byCount.subarray(from, before), (place) => this.#placeMark(place));
  }

  #sortByCount(): Uint32Array {
    const { size } = this.#places;
    const totals = Uint32Array.from({ length: size }, (_, place) => this.#places.total(place));
    return Uint32Array.from(totals.keys()).sort(
      (one, other) => totals[other]! - totals[one]! || one - other,
    );
  }

  #cluster(places: PointFeature<PlaceProps>[], from: number, to: number): Index {
    return new Supercluster<PlaceProps, StatusCounts>({
      radius: RADIUS_PX,
      extent: 256,
      minZoom: from,
      maxZoom: to,
      map: ({ place }) => this.#places.counts(place),
      reduce: (into, counts) => {
        for (const status of STATUSES) into[status] += counts[status];
      },
    }).load(places);
  }

  #feature(place: number): PointFeature<PlaceProps> {
    const { lat, lng } = this.#places.position(place);
    return {
      type: "Feature",
      geometry: { type: "Point", coordinates: [lng, lat] },
      properties: { place },
    };
  }

  #mark(index: Index, { properties, geometry }: Found): MapCluster {
    if (!("cluster" in properties)) return this.#placeMark(properties.place);
    const [lng = 0, lat = 0] = geometry.coordinates;
    const counts = Object.fromEntries(
      STATUSES.map((status) => [status, properties[status]]),
    ) as StatusCounts;
    const leaves = index.getLeaves(properties.cluster_id, MAX_MARKED);
    const slots = leaves.flatMap((leaf) => this.#places.firstSlots(leaf.properties.place));
    return {
      lat,
      lng,
      counts,
      total: sumOf(counts),
      opensAt: index.getClusterExpansionZoom(properties.cluster_id),
      samples: slots.slice(0, MAX_MARKED).map(this.#read),
    };
  }

  #placeMark(place: number): MapCluster {
    return {
      ...this.#places.position(place),
      counts: this.#places.counts(place),
      total: this.#places.total(place),
      opensAt: null,
      samples: this.#places.firstSlots(place).map(this.#read),
    };
  }
}

/** Returns the first zoom at which the given nearby places may get separate marks. */
function openingZoom(places: readonly PointFeature<PlaceProps>[]): number {
  const lats = places.map(({ geometry }) => geometry.coordinates[1] ?? 0);
  const lngs = places.map(({ geometry }) => geometry.coordinates[0] ?? 0);
  const spread = (values: readonly number[]) => Math.max(...values) - Math.min(...values);
  // Mercator stretches a degree of latitude by its inverse
  const shrink = Math.cos(((lats[0] ?? 0) * Math.PI) / 180);
  const worldPart = Math.max(spread(lngs), spread(lats) / Math.max(shrink, 0.1)) / 360;
  return Math.min(LAST_ZOOM, Math.ceil(Math.log2(RADIUS_PX / 256 / worldPart)));
}
