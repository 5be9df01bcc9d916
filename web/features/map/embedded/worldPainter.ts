import type { Box, Country, World } from "./world";

/** CSS colours of the map. */
export type MapColours = {
  readonly land: string;
  readonly line: string;
  readonly name: string;
};

/** Tile size, px. */
export const TILE = 256;

const NAME_FONT = '500 11px "Inter Variable", system-ui, sans-serif';
/** Average width of a letter in a country's name, px. */
const LETTER_PX = 7.4;
const LINE_PX = 11;

/** A country at one zoom, without details smaller than a pixel. */
type Outline = {
  readonly path: Path2D;
  readonly box: Box;
  /** The position of its name, in px at this zoom; null: there is no room. */
  readonly name: { readonly text: string; readonly x: number; readonly y: number } | null;
};

/**
 * Draws the world map in tiles of `TILE` px. The outlines of a zoom are computed when its first
 * tile is drawn (about 10 ms); a tile then takes 0.2 to 2 ms.
 */
export class WorldPainter {
  readonly #world: World;
  readonly #outlines = new Map<number, readonly Outline[]>();

  constructor(world: World) {
    this.#world = world;
  }

  /** Draws tile `x`, `y` of `zoom` into `context`, whose unit is one px of the tile. */
  draw(context: CanvasRenderingContext2D, colours: MapColours, x: number, y: number, zoom: number) {
    const tile = { left: x * TILE, top: y * TILE, right: (x + 1) * TILE, bottom: (y + 1) * TILE };
    const outlines = this.#at(zoom).filter(({ box }) => overlaps(box, tile, 1));
    context.translate(-tile.left, -tile.top);
    context.fillStyle = colours.land;
    context.strokeStyle = colours.line;
    context.lineWidth = 0.8;
    context.lineJoin = "round";
    for (const { path } of outlines) {
      context.fill(path, "evenodd");
      context.stroke(path);
    }
    context.font = NAME_FONT;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = colours.name;
    // A name that extends into the next tile is drawn in both.
    for (const { name } of outlines) {
      if (name !== null) context.fillText(name.text, name.x, name.y);
    }
  }

  #at(zoom: number): readonly Outline[] {
    let outlines = this.#outlines.get(zoom);
    if (outlines === undefined) {
      const scale = (TILE * 2 ** zoom) / this.#world.size;
      outlines = this.#world.countries.flatMap((country) => outline(country, scale));
      this.#outlines.set(zoom, outlines);
    }
    return outlines;
  }
}

/** @param scale px per unit of the world */
function outline({ name, rings, largest }: Country, scale: number): Outline[] {
  const path = new Path2D();
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { points, box } of rings) {
    const [width, height] = [(box.right - box.left) * scale, (box.bottom - box.top) * scale];
    if (width < 1 && height < 1) continue;
    [left, right] = [Math.min(left, box.left * scale), Math.max(right, box.right * scale)];
    [top, bottom] = [Math.min(top, box.top * scale), Math.max(bottom, box.bottom * scale)];
    trace(path, points, scale);
  }
  if (left > right) return [];
  const box = { left, top, right, bottom };
  const width = (largest.box.right - largest.box.left) * scale;
  const height = (largest.box.bottom - largest.box.top) * scale;
  const isRoomy = width > name.length * LETTER_PX && height > 2 * LINE_PX;
  const [x, y] = largest.centre;
  return [{ path, box, name: isRoomy ? { text: name, x: x * scale, y: y * scale } : null }];
}

/** Adds a ring to `path`, skipping points closer than a pixel to the previous one. */
function trace(path: Path2D, points: Int32Array, scale: number): void {
  let [lastX, lastY] = [points[0]! * scale, points[1]! * scale];
  path.moveTo(lastX, lastY);
  for (let index = 2; index < points.length; index += 2) {
    const [x, y] = [points[index]! * scale, points[index + 1]! * scale];
    if (Math.abs(x - lastX) < 1 && Math.abs(y - lastY) < 1) continue;
    path.lineTo(x, y);
    [lastX, lastY] = [x, y];
  }
  path.closePath();
}

const overlaps = (one: Box, other: Box, margin: number) =>
  one.left - margin < other.right &&
  one.right + margin > other.left &&
  one.top - margin < other.bottom &&
  one.bottom + margin > other.top;
