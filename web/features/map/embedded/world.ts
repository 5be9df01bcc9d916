import { loadOnce } from "@/lib/loadOnce";

/** A country, in units of the world's size; see scripts/lib/worldMap.mjs. */
export type Country = {
  readonly name: string;
  readonly rings: readonly Ring[];
  /** The largest ring, in which its name is drawn. */
  readonly largest: Ring;
};

type Ring = {
  /** x and y of each point, alternating. */
  readonly points: Int32Array;
  readonly box: Box;
  /** The centroid of its area. */
  readonly centre: readonly [number, number];
};

export type Box = {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

export type World = { readonly size: number; readonly countries: readonly Country[] };

type WorldFile = {
  readonly size: number;
  readonly countries: readonly { readonly name: string; readonly rings: readonly number[][] }[];
};

/** Loads the world map (115 kB compressed) on first use. */
export const loadWorld = loadOnce(async (): Promise<World> => {
  const response = await fetch("/world.json");
  if (!response.ok) throw new Error(`world.json: ${response.status}`);
  return parseWorld((await response.json()) as WorldFile);
});

/** Takes about 10 ms. */
function parseWorld({ size, countries }: WorldFile): World {
  return {
    size,
    countries: countries.map(({ name, rings }) => {
      const parsed = rings.map(parseRing);
      const area = ({ box }: Ring) => (box.right - box.left) * (box.bottom - box.top);
      const largest = parsed.reduce((most, ring) => (area(ring) > area(most) ? ring : most));
      return { name, rings: parsed, largest };
    }),
  };
}

function parseRing(steps: readonly number[]): Ring {
  const points = new Int32Array(steps.length);
  let [x, y] = [0, 0];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < steps.length; index += 2) {
    x += steps[index]!;
    y += steps[index + 1]!;
    points[index] = x;
    points[index + 1] = y;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  return { points, box: { left, top, right, bottom }, centre: centreOf(points) };
}

/** The centroid of the area enclosed by `points`. */
function centreOf(points: Int32Array): [number, number] {
  let [twice, sumX, sumY] = [0, 0, 0];
  for (let index = 0; index + 3 < points.length; index += 2) {
    const [x1, y1] = [points[index]!, points[index + 1]!];
    const [x2, y2] = [points[index + 2]!, points[index + 3]!];
    const cross = x1 * y2 - x2 * y1;
    twice += cross;
    sumX += (x1 + x2) * cross;
    sumY += (y1 + y2) * cross;
  }
  return twice === 0 ? [points[0]!, points[1]!] : [sumX / (3 * twice), sumY / (3 * twice)];
}
