import type { CDPSession, Page } from "playwright-core";

/** Position of a finger, px from the window's corner. */
type Point = { readonly x: number; readonly y: number };

/** Steps of a drag: browsers do not recognize a single jump as a drag. */
const STEPS = 6;

/** Touch input on a page, dispatched as the browser would for real fingers. */
export class Fingers {
  readonly #devTools: CDPSession;

  private constructor(devTools: CDPSession) {
    this.#devTools = devTools;
  }

  /** Turns the page's screen into a touch screen; pages detect that when they load. */
  static async on(page: Page): Promise<Fingers> {
    const devTools = await page.context().newCDPSession(page);
    const emulation = { enabled: true, maxTouchPoints: 2 };
    await devTools.send("Emulation.setTouchEmulationEnabled", emulation);
    return new Fingers(devTools);
  }

  async tap(point: Point): Promise<void> {
    await this.#touch("touchStart", [point]);
    await this.#touch("touchEnd", []);
  }

  /** Puts a finger on each point of `from`, and moves all of them to `to` simultaneously. */
  async drag(from: readonly Point[], to: readonly Point[]): Promise<void> {
    await this.#touch("touchStart", from);
    for (let step = 1; step <= STEPS; step++) {
      const moved = from.map((start, finger) => between(start, to[finger]!, step / STEPS));
      await this.#touch("touchMove", moved);
    }
    await this.#touch("touchEnd", []);
  }

  async #touch(type: "touchStart" | "touchMove" | "touchEnd", fingers: readonly Point[]) {
    const touchPoints = fingers.map((point, id) => ({ ...point, id }));
    await this.#devTools.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
}

const between = (start: Point, end: Point, share: number): Point => ({
  x: start.x + (end.x - start.x) * share,
  y: start.y + (end.y - start.y) * share,
});
