import { join } from "node:path";
import type { Page } from "playwright-core";
import { buildWeb } from "../../scripts/lib/build.mjs";
import { launchBrowser, type Person } from "../../tests/support/browser/browser";
import { ROOT } from "../../tests/support/deployments/deployment";
import { bundleWithTestFunctions } from "../../tests/support/deployments/home";
import { arrive } from "../arrival";
import { describeMachine } from "../machine";
import { percentile } from "../measure";
import { OurServer } from "../ours/start";
import { countSettling, settled } from "../tables/settling";
import { ADMIN, overviewFolder, PEOPLE, SAMPLES } from "./seed";

const SCREENS = [
  "/pages/employees",
  "/pages/users",
  "/pages/employeeprivate",
  "/pages/samplecount",
] as const;
/** Start of an address near the end of the list, typed key by key. */
const WORD = "bench4990";
const ROUNDS = 3;
const PATIENCE_MS = 120_000;

/** `npm run bench -- people`: an admin's screens of 5,000 people in Chromium. */
export async function benchPeople(): Promise<void> {
  console.log(`${describeMachine()}\n`);
  const pushRequest = await bundleWithTestFunctions();
  await buildWeb();
  const { dataDir, seeded } = await overviewFolder(pushRequest);
  const webApp = join(ROOT, "dist", "web");
  const server = await OurServer.serve(dataDir, { ...seeded, samplesOf: [] }, pushRequest, webApp);
  const browser = await launchBrowser();
  try {
    const admin = await arrive(browser, server, ADMIN);
    await admin.context.addInitScript(countSettling);
    console.log(`Screens of ${PEOPLE} people with ${SAMPLES} samples, ${ROUNDS} visits (ms)`);
    console.table(await visitScreens(admin));
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function visitScreens({ page }: Person): Promise<Record<string, Record<string, string>>> {
  const table: Record<string, Record<string, string>> = {};
  for (const screen of SCREENS) {
    const visits = [];
    for (let round = 0; round < ROUNDS; round++) visits.push(await visit(page, screen));
    const keys = visits.flatMap(({ keysMs }) => keysMs);
    table[screen] = {
      "first rows": range(visits.map(({ rowsMs }) => rowsMs)),
      "key to rows, p50": percentile(keys, 0.5).toFixed(0),
      p95: percentile(keys, 0.95).toFixed(0),
      "longest task": range(visits.map(({ longestTaskMs }) => longestTaskMs)),
    };
  }
  return table;
}

/** Opens a screen and types an address letter by letter. */
async function visit(page: Page, screen: string) {
  const started = performance.now();
  await page.goto(screen);
  const rows = page.locator("tbody tr[aria-rowindex]");
  await rows.nth(1).waitFor({ timeout: PATIENCE_MS });
  const rowsMs = performance.now() - started;
  await page.getByLabel("Search all columns").click();
  const keysMs: number[] = [];
  for (const key of WORD) keysMs.push(await settled(page, () => page.keyboard.press(key)));
  await rows.filter({ hasText: WORD }).first().waitFor({ timeout: PATIENCE_MS });
  const longestTaskMs = await page.evaluate(() => window.settling.longestTaskMs);
  return { rowsMs, keysMs, longestTaskMs };
}

function range(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
}
