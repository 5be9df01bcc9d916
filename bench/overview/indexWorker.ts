/** Runs in a worker of Chromium: sends the map's index the same queries as the app's worker. */

import type { SampleRow } from "#domain/samples/compactRows";
import {
  scatteredPosition,
  variedDate,
  variedSample,
  variedStatus,
} from "../../tests/support/functions/variedSample";
import { ColumnTable } from "../../web/lib/columns/columnTable";
import { indexSamples } from "../../web/lib/map/indexSamples";
import { SAMPLE_COLUMNS } from "../../web/lib/tables/sampleColumns";

/** Answer to `SAMPLES`, a number of samples: ms to build the index, and ms of each area query. */
export type IndexTimes = { readonly indexMs: number; readonly areaMs: readonly number[] };

/** Width of a 1,440 × 900 px screen with its margin, in degrees of longitude at zoom 0. */
const WIDTH = (2 * 1_440 * 360) / 256;

self.addEventListener("message", ({ data: samples }: MessageEvent<number>) => {
  const table = new ColumnTable<SampleRow>(SAMPLE_COLUMNS);
  table.upsert(Array.from({ length: samples }, (_, number) => sampleRow(number)));
  const found = table.find({ search: "", conditions: [] });
  const started = performance.now();
  const index = indexSamples(found);
  const indexMs = performance.now() - started;
  const areaMs: number[] = [];
  for (let zoom = 1; zoom <= 12; zoom++) {
    for (const centre of [-120, -60, 0, 60, 120]) {
      const half = Math.min(180, WIDTH / 2 ** zoom / 2);
      const [west, east] = [Math.max(-180, centre - half), Math.min(180, centre + half)];
      const asked = performance.now();
      index.clusters({ west, east, south: -half / 2, north: half / 2, zoom });
      areaMs.push(performance.now() - asked);
    }
  }
  postMessage({ indexMs, areaMs } satisfies IndexTimes);
});

function sampleRow(number: number): SampleRow {
  const row = {
    ...variedSample(number),
    ...scatteredPosition(number),
    _id: `sample${number}`,
    _creationTime: variedDate(number),
    status: variedStatus(number),
  };
  return row as unknown as SampleRow; // the fields that the map's index and the table read
}
