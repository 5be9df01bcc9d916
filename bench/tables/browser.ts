import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, type Person } from "../../tests/support/browser";
import { ROOT } from "../../tests/support/deployment";
import { arrive, LAPTOP } from "../arrival";
import { percentile } from "../measure";
import { OurServer } from "../ours/start";
import { variedFolder } from "./seed";
import { countSettling, settled } from "./settling";

/** The list of every sample, in every status. */
const LIST = "/private/reportfs";
/** Wide enough for every column, so that each has its header. */
const WIDE = { width: 4_000, height: 900 };
const PATIENCE_MS = 120_000;
/** By then the browser has kept its copy. */
const KEEPING_MS = 5_000;

/** One visit's figures: ms, MB of 10^6 bytes. */
export type Visit = {
  readonly firstRowsMs: number;
  readonly completeMs: number;
  readonly warmRowsMs: number;
  readonly warmCompleteMs: number;
  readonly searchMs: readonly number[];
  readonly filterMs: readonly number[];
  readonly sortMs: readonly number[];
  readonly countsMs: readonly number[];
  readonly longestTaskMs: number;
  readonly loadedMb: number;
  readonly warmMb: number;
  readonly wireMb: number;
};

/** An admin's first and second visit of 100,000 samples, in a Chromium of their own. */
export async function visitTables(pushRequest: string): Promise<Visit> {
  const { dataDir, seeded } = await variedFolder(pushRequest);
  const webApp = join(ROOT, "dist", "web");
  const server = await OurServer.serve(dataDir, { ...seeded, samplesOf: [] }, pushRequest, webApp);
  const browser = await launchBrowser();
  try {
    const admin = await arrive(browser, server, 0);
    return await measureVisits(browser, admin);
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function measureVisits(browser: Browser, { context, page }: Person): Promise<Visit> {
  await context.addInitScript(countSettling);
  const wire = wireBytes(page);
  const cold = await open(page);
  const wireMb = wire.megabytes();
  const searchMs = await search(page);
  const { countsMs, filterMs } = await filter(page);
  const sortMs = await sortByEveryColumn(page);
  await page.waitForTimeout(KEEPING_MS);
  const longestTaskMs = await page.evaluate(() => window.settling.longestTaskMs);
  const loadedMb = await tabMegabytes(browser);
  const again = await context.newPage();
  await page.close();
  const warm = await open(again);
  await again.waitForTimeout(KEEPING_MS);
  return {
    firstRowsMs: cold.rowsMs,
    completeMs: cold.completeMs,
    warmRowsMs: warm.rowsMs,
    warmCompleteMs: warm.completeMs,
    searchMs,
    filterMs,
    sortMs,
    countsMs,
    longestTaskMs,
    loadedMb,
    warmMb: await tabMegabytes(browser),
    wireMb,
  };
}

/** Opens the list; ms until its first rows are there, and until its copy is complete. */
async function open(page: Page) {
  const started = performance.now();
  const complete = page.waitForResponse(
    (response) => (response.request().postData() ?? "").includes("sampleFeed:changes"),
    { timeout: PATIENCE_MS },
  );
  await page.goto(LIST);
  await page.locator("tbody tr[aria-rowindex]").nth(1).waitFor({ timeout: PATIENCE_MS });
  const rowsMs = performance.now() - started;
  await (await complete).finished();
  const completeMs = performance.now() - started;
  await page.waitForTimeout(1_000);
  return { rowsMs, completeMs };
}

/** Adds up the bodies of the feed's answers, as they came. */
function wireBytes(page: Page) {
  let bytes = 0;
  page.on("requestfinished", (request) => {
    if (!(request.postData() ?? "").includes("sampleFeed:")) return;
    void request.sizes().then(({ responseBodySize }) => (bytes += responseBodySize));
  });
  return { megabytes: () => bytes / 1e6 };
}

/** Types words letter by letter, and takes them away again. */
async function search(page: Page): Promise<number[]> {
  const times: number[] = [];
  await page.getByLabel("Search all columns").click();
  for (const word of ["samsung", "in use", "4901", "lisbon", "zzz"]) {
    for (const key of word) times.push(await settled(page, () => page.keyboard.press(key)));
    for (let left = word.length; left > 0; left--) {
      times.push(await settled(page, () => page.keyboard.press("Backspace")));
    }
  }
  return times;
}

/** Sorts by each column, up and down, and back to the list's own order. */
async function sortByEveryColumn(page: Page): Promise<number[]> {
  await page.setViewportSize(WIDE);
  const times: number[] = [];
  const buttons = page.locator("thead th button:has(.truncate)");
  for (let index = 0; index < (await buttons.count()); index++) {
    for (let click = 0; click < 3; click++) {
      times.push(await settled(page, () => buttons.nth(index).click()));
    }
  }
  await page.setViewportSize(LAPTOP);
  return times;
}

/** Opens the values of some columns with their counts, and takes one of each. */
async function filter(page: Page) {
  await page.setViewportSize(WIDE);
  const [countsMs, filterMs]: [number[], number[]] = [[], []];
  for (const column of ["Status", "Country", "Brand"]) {
    const button = page.getByRole("button", { name: `Filter ${column}`, exact: true }).first();
    countsMs.push(await settled(page, () => button.click({ force: true })));
    const option = page.getByRole("option").nth(1);
    filterMs.push(await settled(page, () => option.click()));
    await page.keyboard.press("Escape");
  }
  await page.setViewportSize(LAPTOP);
  return { countsMs, filterMs };
}

/**
 * Memory of the tab's process that it shares with no other, MB, once the garbage is collected: what
 * the tab takes where memory is scarce.
 */
async function tabMegabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  await session.send("Memory.simulatePressureNotification", { level: "critical" });
  await pause(2_000);
  const { processInfo } = (await session.send("SystemInfo.getProcessInfo")) as {
    processInfo: { type: string; id: number }[];
  };
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === "renderer")
    .map(async ({ id }) => privateBytes(await readFile(`/proc/${id}/smaps_rollup`, "utf8")));
  return Math.max(...(await Promise.all(sizes))) / 1e6;
}

/** @param rollup lines like `Private_Dirty:  102400 kB` */
function privateBytes(rollup: string): number {
  const lines = [...rollup.matchAll(/^Private_(?:Clean|Dirty): +(\d+) kB$/gm)];
  return lines.reduce((sum, [, kilobytes]) => sum + 1_024 * Number(kilobytes), 0);
}

/** The range of the runs' figures, as a table row reads it. */
function rangeOf(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const digits = high < 10 ? 1 : 0;
  return `${low.toFixed(digits)}–${high.toFixed(digits)}`;
}

/** The ranges of all figures; of repeated ones the median and the slowest of 20. */
export function describeVisits(visits: readonly Visit[]): Record<string, string> {
  const range = (figure: (visit: Visit) => number) => rangeOf(visits.map(figure));
  const times = (figure: (visit: Visit) => readonly number[]) =>
    `${range((visit) => percentile(figure(visit), 0.5))} (p95 ${range((visit) => percentile(figure(visit), 0.95))})`;
  return {
    "first visit, first rows, ms": range(({ firstRowsMs }) => firstRowsMs),
    "first visit, all rows, ms": range(({ completeMs }) => completeMs),
    "second visit, first rows, ms": range(({ warmRowsMs }) => warmRowsMs),
    "second visit, up to date, ms": range(({ warmCompleteMs }) => warmCompleteMs),
    "search, key to rows, ms": times(({ searchMs }) => searchMs),
    "filter, click to rows, ms": times(({ filterMs }) => filterMs),
    "sort by a column, click to rows, ms": times(({ sortMs }) => sortMs),
    "values with counts, click to list, ms": times(({ countsMs }) => countsMs),
    "longest task of the page, ms": range(({ longestTaskMs }) => longestTaskMs),
    "memory of the tab, loaded, MB": range(({ loadedMb }) => loadedMb),
    "memory of the tab, second visit, MB": range(({ warmMb }) => warmMb),
    "bytes of a first visit's rows, MB": range(({ wireMb }) => wireMb),
  };
}
