import { createRequire } from "node:module";
import { geoMercator } from "d3-geo";
import { geoProject } from "d3-geo-projection";
import { feature } from "topojson-client";

const require = createRequire(import.meta.url);

/** Width and height of the projected world; one unit is a pixel at zoom 7. */
const SIZE = 32_768;
/** A point closer than this (in units) to the line between its neighbours is left out. */
const TOLERANCE = 2;
/** Smaller islands are left out. Square units: a quarter of a pixel at zoom 3. */
const MIN_AREA = 60;

/**
 * Builds the world map that the app draws without a request to third parties, as JSON:
 *
 *     { size: 32768, countries: [{ name: "Portugal", rings: [[x, y, dx, dy, …], …] }, …] }
 *
 * A ring is closed: its first point, followed by the step from each point to the next. Coordinates
 * are Web Mercator, with the origin in the north-west. Polygons are projected here because d3 cuts
 * them at the edge of the map; a browser that projected the points alone would draw lines across
 * the map. Data: Natural Earth, public domain, through world-atlas.
 */
export function worldMap() {
  const topology = require("world-atlas/countries-50m.json");
  const projection = geoMercator()
    .scale(SIZE / (2 * Math.PI))
    .translate([SIZE / 2, SIZE / 2])
    .precision(0); // a border along a parallel stays straight
  const projected = geoProject(feature(topology, topology.objects.countries), projection);
  const countries = projected.features.flatMap(({ properties, geometry }) => {
    const rings = geometry === null ? [] : ringsOf(geometry).flatMap(encodeRing);
    return rings.length === 0 ? [] : [{ name: properties.name, rings }];
  });
  return JSON.stringify({ size: SIZE, countries });
}

/** Returns outer rings and holes alike, which suffices for filling by the even-odd rule. */
function ringsOf({ type, coordinates }) {
  return type === "Polygon" ? coordinates : coordinates.flat();
}

function encodeRing(ring) {
  if (Math.abs(areaOf(ring)) < MIN_AREA) return [];
  const points = simplify(ring).map((point) => point.map(Math.round));
  if (points.length < 4) return [];
  const steps = points.slice(1).map(([x, y], index) => {
    const [beforeX, beforeY] = points[index];
    return [x - beforeX, y - beforeY];
  });
  return [[...points[0], ...steps.flat()]];
}

function areaOf(ring) {
  let twice = 0;
  for (let index = 1; index < ring.length; index++) {
    const [[x1, y1], [x2, y2]] = [ring[index - 1], ring[index]];
    twice += x1 * y2 - x2 * y1;
  }
  return twice / 2;
}

/** Simplifies a ring by the Ramer-Douglas-Peucker algorithm, in two halves. */
function simplify(ring) {
  const isKept = new Array(ring.length).fill(false);
  const keep = (first, last) => {
    isKept[first] = isKept[last] = true;
    let [farthest, distance] = [first, TOLERANCE];
    for (let index = first + 1; index < last; index++) {
      const here = distanceTo(ring[index], ring[first], ring[last]);
      if (here > distance) [farthest, distance] = [index, here];
    }
    if (farthest === first) return;
    keep(first, farthest);
    keep(farthest, last);
  };
  const middle = ring.length >> 1; // a ring ends where it begins, which makes no line
  keep(0, middle);
  keep(middle, ring.length - 1);
  return ring.filter((_, index) => isKept[index]);
}

/** Returns the distance of a point from the line through two others. */
function distanceTo([x, y], [x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return Math.hypot(x - x1, y - y1);
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length;
}
