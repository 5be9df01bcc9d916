import { createRequire } from "node:module";
import { geoMercator } from "d3-geo";
import { geoProject } from "d3-geo-projection";
import { feature } from "topojson-client";

const require = createRequire(import.meta.url);

/** Width and height of the projected world: a pixel at zoom 7. */
const SIZE = 32_768;
/** A point closer than this to the line between its neighbours is left out, in units of `SIZE`. */
const TOLERANCE = 2;
/** Smaller islands are left out, in square units: a quarter of a pixel at zoom 3. */
const MIN_AREA = 60;

/**
 * Makes the map of the world that the app draws without asking anybody, as JSON:
 *
 *     { size: 32768, countries: [{ name: "Portugal", rings: [[x, y, dx, dy, …], …] }, …] }
 *
 * A ring is closed: its first point, and from each point to the next a step. Coordinates are those
 * of Web Mercator, with the origin in the north-west. Projected here, polygons are cut where the
 * map ends; a browser that projected their points would draw lines across it.
 * Data: Natural Earth, public domain, through world-atlas.
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

/** Outer rings and holes alike: whoever fills by the even-odd rule needs no more. */
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

/** Leaves out points by the Ramer-Douglas-Peucker algorithm, between the two farthest ends. */
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

/** The distance of a point from the line through two others. */
function distanceTo([x, y], [x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return Math.hypot(x - x1, y - y1);
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length;
}
