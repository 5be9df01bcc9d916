import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { ROOT } from "../../tests/support/deployments/deployment";
import { arrive } from "../arrival";
import { OurServer } from "../ours/start";
import { FRAME_MARK, frameTimes, TRACE_CATEGORIES, type FrameTimes } from "./frames";
import { ADMIN, overviewFolder } from "./seed";

/** Address of the measured map: at this zoom, dragging by a few screens stays within the world. */
const MAP = "/dashboard/vectormap?at=20,0,4";
/** A busy machine takes a minute to load 100,000 samples. */
const PATIENCE_MS = 240_000;
/** Time after which the marks of the first area are drawn. */
const SETTLING_MS = 5_000;
/** Directions, 1 to the right. The sequence ends where it began. */
const DRAGS = [1, 1, -1, -1, -1, -1, 1, 1] as const;
const STEPS = 55;
const STEP_PX = 10;
/** Distance from the corner of the map, where its buttons are. */
const EDGE_PX = 160;

/**
 * Drags the map of an admin with 100,000 places back and forth. Returns the frames of each round.
 */
export async function panMap(
  browser: Browser,
  pushRequest: string,
  rounds: number,
): Promise<FrameTimes[]> {
  const { dataDir, seeded } = await overviewFolder(pushRequest);
  const webApp = join(ROOT, "dist", "web");
  const server = await OurServer.serve(dataDir, { ...seeded, samplesOf: [] }, pushRequest, webApp);
  try {
    const { page } = await arrive(browser, server, ADMIN);
    await page.goto(MAP);
    const map = page.getByRole("application", { name: /^Map of the samples/ });
    await map.waitFor({ timeout: PATIENCE_MS });
    await page.waitForTimeout(SETTLING_MS);
    const box = await map.boundingBox();
    if (box === null) throw new Error("The map is not on show");
    await markFrames(page);
    const measured: FrameTimes[] = [];
    for (let round = 0; round < rounds; round++) {
      await browser.startTracing(page, { categories: TRACE_CATEGORIES });
      for (const direction of DRAGS) await dragBy(page, box, direction);
      const trace = await browser.stopTracing();
      measured.push(frameTimes(trace.toString("utf8")));
    }
    return measured;
  } finally {
    await server.stop();
  }
}

/** Sets a mark at the start of each frame from now on. */
function markFrames(page: Page): Promise<void> {
  return page.evaluate((name) => {
    const mark = () => {
      performance.mark(name);
      requestAnimationFrame(mark);
    };
    requestAnimationFrame(mark);
  }, FRAME_MARK);
}

/** Drags the map across in small steps, one per frame. */
async function dragBy(page: Page, map: { x: number; y: number }, direction: 1 | -1) {
  const x = map.x + EDGE_PX + (direction === 1 ? 0 : STEPS * STEP_PX);
  const from = await betweenMarks(page, { x, y: map.y + EDGE_PX });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= STEPS; step++) {
    await page.mouse.move(from.x + direction * step * STEP_PX, from.y);
    await page.evaluate(() => new Promise((next) => requestAnimationFrame(next)));
  }
  await page.mouse.up();
}

/** Returns a point below `start` where a press hits the map and no mark. */
async function betweenMarks(page: Page, start: { x: number; y: number }) {
  const free = await page.evaluate(({ x, y }) => {
    for (let below = 0; below < innerHeight - y; below += 4) {
      const pressed = document
        .elementFromPoint(x, y + below)
        ?.closest("button, [role=application]");
      if (pressed?.role === "application") return { x, y: y + below };
    }
    return null;
  }, start);
  if (free === null) throw new Error("Marks cover the map");
  return free;
}
