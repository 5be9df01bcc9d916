import L from "leaflet";
import { TILE, WorldPainter, type MapColours } from "./worldPainter";
import type { World } from "./world";

/** Time budget for drawing tiles per frame, ms. */
const FRAME_BUDGET_MS = 3;

/**
 * The world's land as a Leaflet layer: draws a few canvas tiles per frame, so that panning is
 * smooth.
 */
export class WorldLayer extends L.GridLayer {
  readonly #painter: WorldPainter;
  #colours: MapColours;
  readonly #waiting: (() => void)[] = [];
  #isScheduled = false;

  constructor(world: World, colours: MapColours) {
    super({ tileSize: TILE, noWrap: true, updateWhenIdle: false, keepBuffer: 2 });
    this.#painter = new WorldPainter(world);
    this.#colours = colours;
  }

  /** Redraws everything in these colours. */
  paint(colours: MapColours): void {
    this.#colours = colours;
    this.redraw();
  }

  override createTile({ x, y, z }: L.Coords, done: L.DoneCallback): HTMLElement {
    const tile = document.createElement("canvas");
    const ratio = Math.min(2, window.devicePixelRatio);
    tile.width = tile.height = TILE * ratio;
    this.#waiting.push(() => {
      // The tile may have been removed in the meantime.
      const context = tile.isConnected ? tile.getContext("2d") : null;
      if (context !== null) {
        context.scale(ratio, ratio);
        this.#painter.draw(context, this.#colours, x, y, z);
      }
      done(undefined, tile);
    });
    this.#schedule();
    return tile;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    requestAnimationFrame(() => {
      this.#isScheduled = false;
      const start = performance.now();
      while (performance.now() - start < FRAME_BUDGET_MS) {
        const draw = this.#waiting.shift();
        if (draw === undefined) return;
        draw();
      }
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
