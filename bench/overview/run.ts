import { buildWeb } from "../../scripts/lib/build.mjs";
import { launchBrowser } from "../../tests/support/browser/browser";
import { bundleWithTestFunctions } from "../../tests/support/deployments/home";
import { describeMachine } from "../machine";
import { percentile } from "../measure";
import { dashboardInside } from "./dashboard";
import { measureIndex } from "./mapIndex";
import { panMap } from "./panning";
import { PEOPLE, SAMPLES } from "./seed";

const ROUNDS = 3;

/**
 * `npm run bench -- overview`: measures the dashboards of a company of 5,000 on the server, and the
 * map of 100,000 places in Chromium.
 */
export async function benchOverview(): Promise<void> {
  console.log(`${describeMachine()}\n`);
  const pushRequest = await bundleWithTestFunctions();
  console.log(`Dashboards of ${count(PEOPLE)} people, each query again after a hand-over`);
  console.table(await dashboardInside(pushRequest));
  await buildWeb();
  console.log(`The map of ${count(SAMPLES)} places in Chromium, ranges of ${ROUNDS} rounds (ms)`);
  console.table(await mapInChromium(pushRequest));
}

async function mapInChromium(pushRequest: string): Promise<Record<string, string>> {
  const browser = await launchBrowser();
  try {
    const indexes = await measureIndex(browser, SAMPLES, ROUNDS);
    const pans = await panMap(browser, pushRequest, ROUNDS);
    return {
      "index in a worker": range(indexes.map(({ indexMs }) => indexMs)),
      "marks of an area: p50; p95; longest": ranges(indexes.map(({ areaMs }) => areaMs)),
      "script a frame while dragged: p50; p95; longest": ranges(
        pans.map(({ scriptMs }) => scriptMs),
      ),
      "from frame to frame: p50; p95; longest": ranges(pans.map(({ intervalMs }) => intervalMs)),
    };
  } finally {
    await browser.close();
  }
}

function range(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)}`;
}

/** Formats the ranges of the median, of the slowest of 20 and of the slowest. */
function ranges(rounds: readonly (readonly number[])[]): string {
  const shares = [0.5, 0.95, 1];
  return shares.map((share) => range(rounds.map((times) => percentile(times, share)))).join("; ");
}

const count = (value: number) => value.toLocaleString("en-US");
