import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ColumnTable } from "@/lib/columns/columnTable";
import { indexSamples } from "@/lib/map/indexSamples";
import type { MapArea, MapCluster } from "@/lib/map/mapAnswers";
import { SAMPLE_COLUMNS } from "@/lib/tables/sampleColumns";
import type { SampleRow } from "#domain/samples/compactRows";
import { NO_SAMPLES, STATUSES, type Status } from "#domain/custody/statuses";
import { aSample } from "../../support/web/webSamples";
import { property } from "../../support/property";

type Located = { lat?: number; lng?: number; status: Status };

const ALL = { search: "", conditions: [] };
const world = (zoom: number): MapArea => ({ west: -180, south: -85, east: 180, north: 85, zoom });

function indexOf(located: readonly Located[]) {
  const table = new ColumnTable<SampleRow>(SAMPLE_COLUMNS);
  table.upsert(located.map((each) => aSample(each)));
  return indexSamples(table.find(ALL));
}

/** Few distinct coordinates, so that samples share places, and some places are close together. */
const degrees = (most: number) => fc.integer({ min: -8, max: 8 }).map((step) => (step * most) / 8);
const located: fc.Arbitrary<Located> = fc.record({
  lat: fc.oneof(degrees(80), degrees(0.001)),
  lng: fc.oneof(degrees(179), degrees(0.001)),
  status: fc.constantFrom(...STATUSES),
});
const someSamples = fc.array(located, { maxLength: 60 });

function sumOf(clusters: readonly MapCluster[]) {
  const counts = { ...NO_SAMPLES };
  for (const cluster of clusters) {
    for (const status of STATUSES) counts[status] += cluster.counts[status];
  }
  return counts;
}
function countsOf(samples: readonly Located[]) {
  const counts = { ...NO_SAMPLES };
  for (const { status } of samples) counts[status]++;
  return counts;
}

describe("the markers of a map", () => {
  property([someSamples, fc.integer({ min: 1, max: 18 })])(
    "at every zoom the markers of the world count each sample once, by status",
    (samples, zoom) => {
      const clusters = indexOf(samples).clusters(world(zoom));
      expect(sumOf(clusters)).toEqual(countsOf(samples));
      for (const { counts, total } of clusters) {
        expect(total).toBe(STATUSES.reduce((sum, status) => sum + counts[status], 0));
      }
    },
  );

  property([someSamples])(
    "the places are the distinct coordinates, those with most samples first",
    (samples) => {
      const expected = new Map<string, Located[]>();
      for (const sample of samples) {
        const key = `${sample.lat! + 0},${sample.lng! + 0}`;
        expected.set(key, [...(expected.get(key) ?? []), sample]);
      }
      const index = indexOf(samples);
      const places = index.places(0, 1_000);
      expect(index.placeCount).toBe(expected.size);
      expect(places.map(({ total }) => total)).toEqual(
        [...expected.values()].map(({ length }) => length).sort((one, other) => other - one),
      );
      for (const { lat, lng, counts } of places) {
        expect(counts).toEqual(countsOf(expected.get(`${lat + 0},${lng + 0}`) ?? []));
      }
    },
  );

  property([someSamples])(
    "zooming to the area of a marker finally shows each of its places",
    (samples) => {
      const index = indexOf(samples);
      let zoom = 1;
      for (let looks = 0; looks < 10; looks++) {
        const next = index.clusters(world(zoom)).find(({ opensAt }) => opensAt !== null)?.opensAt;
        if (next === null || next === undefined) break;
        expect(next).toBeGreaterThan(zoom);
        zoom = next;
      }
      expect(index.clusters(world(zoom))).toHaveLength(index.placeCount);
    },
  );

  test("samples without both coordinates are in no marker", () => {
    const index = indexOf([
      { status: "In Use", lat: 38.7 },
      { status: "In Use", lng: -9.1 },
      { status: "In Use" },
    ]);
    expect(index).toMatchObject({ located: 0, placeCount: 0, extent: null });
    expect(index.clusters(world(3))).toEqual([]);
  });

  test("a marker names its first samples and their location", () => {
    const table = new ColumnTable<SampleRow>(SAMPLE_COLUMNS);
    const place = { lat: 38.7, lng: -9.1, city: "Lisbon", country: "Portugal" };
    const serials = ["A1", "B2", "C3", "D4"];
    table.upsert(serials.map((serialNumber) => aSample({ ...place, serialNumber })));
    const [mark] = indexSamples(table.find(ALL)).clusters(world(3));
    expect(mark).toMatchObject({ lat: 38.7, lng: -9.1, total: 4, opensAt: null });
    expect(mark?.samples).toEqual(
      ["A1", "B2", "C3"].map((serialNumber) => ({
        serialNumber,
        city: "Lisbon",
        country: "Portugal",
      })),
    );
  });

  test("an area has only the markers within it", () => {
    const index = indexOf([
      { lat: 38.7, lng: -9.1, status: "In Use" },
      { lat: 35.7, lng: 139.7, status: "Lost" },
    ]);
    const europe = { west: -20, south: 30, east: 30, north: 60, zoom: 3 };
    expect(index.clusters(europe).map(({ counts }) => counts["In Use"])).toEqual([1]);
    expect(index.extent).toEqual({ west: -9.1, south: 35.7, east: 139.7, north: 38.7 });
  });
});
