import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Papa from "papaparse";
import type { Page } from "playwright-core";
import { launchBrowser } from "../tests/support/browser/browser";
import { ROOT } from "../tests/support/deployments/deployment";
import { arrive } from "./arrival";
import { IMPORT_ROWS, importFromTerminal, spreadsheetRow } from "./imports";
import { percentile } from "./measure";
import { ADMIN, FIRST_WATCHER, seededFolder } from "./ours/seed";
import { OurServer } from "./ours/start";
import { ourTarget } from "./ours/target";
import { person } from "./target";

/** Largest file that the import screen accepts. */
const FILE_ROWS = 100_000;
const PATIENCE_MS = 900_000;
/** Pause between two hand-overs, for about a hundred of them during an import. */
const PAUSE_MS = 100;

export interface BrowserImport {
  readonly parseAndCheckSeconds: number;
  readonly rowsPerSecond: number;
  /** Rate of `sms import` into the same deployment, before the browser import. */
  readonly terminalRowsPerSecond: number;
  /** Hand-overs of two other people, from call to answer, during: no import, terminal, browser. */
  readonly handOverMs: Readonly<Record<"none" | "terminal" | "browser", HandOvers>>;
}

interface HandOvers {
  readonly p50: number;
  readonly p99: number;
}

/**
 * Imports a CSV of 100,000 rows through the import screen in Chromium: parse, check, upload. Before
 * it, `sms import` imports 20,000 rows into the same deployment. Meanwhile two other people hand a
 * sample back and forth. The web app must be built.
 */
export async function browserImport(pushRequest: string): Promise<BrowserImport> {
  const { dataDir, seeded } = await seededFolder(10_000, pushRequest);
  const webApp = join(ROOT, "dist", "web");
  const server = await OurServer.serve(dataDir, seeded, pushRequest, webApp);
  const browser = await launchBrowser();
  try {
    const rows = rowsFrom(0, IMPORT_ROWS);
    const none = await withHandOvers(server, () => pause(10_000));
    const terminal = await withHandOvers(server, () => importFromTerminal(server, "cli", rows));
    const { page } = await arrive(browser, server, ADMIN);
    const parseAndCheckSeconds = await check(page, rowsFrom(IMPORT_ROWS, FILE_ROWS));
    const upload = await withHandOvers(server, () => uploadRate(page));
    return {
      parseAndCheckSeconds,
      rowsPerSecond: upload.result,
      terminalRowsPerSecond: terminal.result,
      handOverMs: { none: none.times, terminal: terminal.times, browser: upload.times },
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

const rowsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, i) => spreadsheetRow(i, first + i));

/** Returns the seconds from choosing a file until each of its rows is checked. */
async function check(page: Page, rows: ReturnType<typeof rowsFrom>): Promise<number> {
  const csv = Buffer.from(Papa.unparse(rows.map(({ fields }) => fields)));
  await page.goto("/private/page");
  const choose = page.getByLabel("Choose a file");
  await choose.waitFor();
  const started = performance.now();
  await choose.setInputFiles({ name: "bench.csv", mimeType: "text/csv", buffer: csv });
  await page.getByRole("button", { name: /^Check / }).click({ timeout: PATIENCE_MS });
  await said(page, "Nothing is written yet: 100,000 to import, 0 refused");
  return (performance.now() - started) / 1000;
}

async function uploadRate(page: Page): Promise<number> {
  const started = performance.now();
  await page.getByRole("button", { name: "UPLOAD EXCEL DATA" }).click();
  await said(page, "upload action completed: 100,000 imported, 0 refused");
  return FILE_ROWS / ((performance.now() - started) / 1000);
}

const said = (page: Page, text: string) =>
  page.getByRole("status").filter({ hasText: text }).waitFor({ timeout: PATIENCE_MS });

/** Lets two people hand one sample back and forth while `work` runs. */
async function withHandOvers<Result>(server: OurServer, work: () => Promise<Result>) {
  const sampleId = server.seeded.samplesOf[0]?.[0] ?? "";
  const emails = [person(0), person(FIRST_WATCHER)] as const;
  const target = ourTarget(server.url, server.tokenOf);
  const pair = [await target.act(emails[0]), await target.act(emails[1])] as const;
  const times: number[] = [];
  let isOver = false;
  const handOver = async () => {
    for (let giver = 0; !isOver || giver !== 0; giver = 1 - giver) {
      const [from, to] = giver === 0 ? pair : [pair[1], pair[0]];
      const started = performance.now();
      await from.transfer(sampleId, emails[1 - giver] ?? "");
      times.push(performance.now() - started);
      await to.acknowledge(sampleId);
      await pause(PAUSE_MS);
    }
  };
  const handingOver = handOver();
  const result = await work();
  isOver = true;
  await handingOver;
  for (const actor of pair) await actor.close();
  return { result, times: { p50: percentile(times, 0.5), p99: percentile(times, 0.99) } };
}
