import type { Page } from "playwright-core";
import { launchBrowser, type Person } from "../../tests/support/browser/browser";
import { arrive } from "../arrival";
import { percentile } from "../measure";
import type { Build } from "../ours/build";
import { OurServer } from "../ours/start";
import { copyCompleted, filter, openList, search, sortByEveryColumn } from "./listPage";
import { PageSocket } from "./pageSocket";
import { SUPERVISOR, variedFolder } from "./seed";
import { countSettling } from "./settling";

/** Time after which the browser has stored its replica. */
const KEEPING_MS = 5_000;

/** Times of a table in use, ms. */
type Use = {
  readonly firstRowsMs: number;
  readonly completeMs: number;
  readonly searchMs: readonly number[];
  readonly filterMs: readonly number[];
  readonly sortMs: readonly number[];
  readonly countsMs: readonly number[];
  readonly longestTaskMs: number;
};

/** An admin's two visits, `wireMb` in MB of 10^6 bytes, and a supervisor's single visit. */
export type Visit = {
  readonly admin: Use & {
    readonly warmRowsMs: number;
    readonly warmCompleteMs: number;
    readonly wireMb: number;
  };
  readonly supervisor: Use;
};

/**
 * Measures an admin's first and second visit of 100,000 samples, and a supervisor's visit of the
 * 4,500 samples that they see.
 */
export async function visitTables({ pushRequest, webApp, root }: Build): Promise<Visit> {
  const { dataDir, seeded } = await variedFolder(pushRequest);
  const all = { ...seeded, samplesOf: [] };
  const server = await OurServer.serve(dataDir, all, pushRequest, webApp, root);
  const browser = await launchBrowser();
  try {
    const admin = await visitAsAdmin(await arrive(browser, server, 0));
    const supervisor = await visitAsSupervisor(await arrive(browser, server, SUPERVISOR));
    return { admin, supervisor };
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function visitAsAdmin({ context, page }: Person): Promise<Visit["admin"]> {
  await context.addInitScript(countSettling);
  const wire = wireBytes(page);
  const cold = await open(page);
  const wireMb = wire.megabytes();
  const used = await use(page, KEEPING_MS);
  const again = await context.newPage();
  await page.close();
  const warm = await open(again);
  await context.close();
  return {
    ...cold,
    ...used,
    warmRowsMs: warm.firstRowsMs,
    warmCompleteMs: warm.completeMs,
    wireMb,
  };
}

async function visitAsSupervisor({ context, page }: Person): Promise<Visit["supervisor"]> {
  await context.addInitScript(countSettling);
  const socket = new PageSocket(page);
  const started = performance.now();
  await openList(page);
  const firstRowsMs = performance.now() - started;
  const completeMs = (await socket.settled()) - started;
  const used = await use(page, 0);
  await context.close();
  return { firstRowsMs, completeMs, ...used };
}

/**
 * Opens an admin's list. Returns the ms until its first rows appear, and until its replica is
 * complete.
 */
async function open(page: Page) {
  const started = performance.now();
  const completed = copyCompleted(page);
  await openList(page);
  const firstRowsMs = performance.now() - started;
  await completed;
  const completeMs = performance.now() - started;
  await page.waitForTimeout(1_000);
  return { firstRowsMs, completeMs };
}

/**
 * Searches, filters, counts and sorts. @param restMs pause in which the page may continue its work
 */
async function use(page: Page, restMs: number): Promise<Omit<Use, "firstRowsMs" | "completeMs">> {
  const searchMs = await search(page);
  const { countsMs, filterMs } = await filter(page);
  const sortMs = await sortByEveryColumn(page);
  await page.waitForTimeout(restMs);
  const longestTaskMs = await page.evaluate(() => window.settling.longestTaskMs);
  return { searchMs, filterMs, sortMs, countsMs, longestTaskMs };
}

/** Adds up the bodies of the feed's responses, as transferred. */
function wireBytes(page: Page) {
  let bytes = 0;
  page.on("requestfinished", (request) => {
    if (!(request.postData() ?? "").includes("sampleFeed:")) return;
    void request.sizes().then(({ responseBodySize }) => (bytes += responseBodySize));
  });
  return { megabytes: () => bytes / 1e6 };
}

/** Formats the range of several runs' figures for a table row. */
export function rangeOf(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [low, high].map((value) => value.toFixed(high < 10 ? 1 : 0));
  return first === last ? `${first}` : `${first}–${last}`;
}

/** Formats the ranges of all figures; for repeated ones, the median and the slowest of 20. */
export function describeVisits(visits: readonly Visit[]): Record<string, object> {
  const column = (valuesOf: (use: Use) => readonly number[], shares = [1]) => {
    const ranges = (uses: readonly Use[]) =>
      shares.map((share) => rangeOf(uses.map((use) => percentile(valuesOf(use), share))));
    const text = ([first = "", p95]: string[]) =>
      p95 === undefined ? first : `${first} (p95 ${p95})`;
    return {
      admin: text(ranges(visits.map(({ admin }) => admin))),
      supervisor: text(ranges(visits.map(({ supervisor }) => supervisor))),
    };
  };
  const admins = (figure: (admin: Visit["admin"]) => number) => ({
    admin: rangeOf(visits.map(({ admin }) => figure(admin))),
  });
  const MEDIAN_AND_P95 = [0.5, 0.95];
  return {
    "first visit, first rows, ms": column(({ firstRowsMs }) => [firstRowsMs]),
    "first visit, all rows, ms": column(({ completeMs }) => [completeMs]),
    "second visit, first rows, ms": admins(({ warmRowsMs }) => warmRowsMs),
    "second visit, up to date, ms": admins(({ warmCompleteMs }) => warmCompleteMs),
    "search, key to rows, ms": column(({ searchMs }) => searchMs, MEDIAN_AND_P95),
    "filter, click to rows, ms": column(({ filterMs }) => filterMs, MEDIAN_AND_P95),
    "sort by a column, click to rows, ms": column(({ sortMs }) => sortMs, MEDIAN_AND_P95),
    "values with counts, click to list, ms": column(({ countsMs }) => countsMs, MEDIAN_AND_P95),
    "longest task of the page, ms": column(({ longestTaskMs }) => [longestTaskMs]),
    "bytes of a first visit's rows, MB": admins(({ wireMb }) => wireMb),
  };
}
