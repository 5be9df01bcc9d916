/**
 * `npm run bench`: produces the figures of docs/performance.md and describes the machine. Each run
 * also writes a file to bench/results/. Only the month can fail, because a machine's speed is not a
 * test.
 *
 *     npm run bench -- --quick         leaves out the million samples
 *     npm run bench -- tables          tables of samples
 *     npm run bench -- overview        the map and the dashboard
 *     npm run bench -- people          an admin's screens of 5,000 people
 *     npm run bench -- export          exports of 100,000 samples
 *     npm run bench -- import          an import of 100,000 samples in the browser
 *     npm run bench -- fairness        how long others wait for one greedy caller
 *     npm run bench -- processor       processor time of a hand-over and of imported rows
 *     npm run bench -- live-rows       a write that reruns a live query of 200 rows
 *     npm run bench -- limits          what functions use of Convex's limits
 *     npm run bench -- sign-ins        sign-ins during a wave of wrong passwords
 *     npm run bench -- subscriptions   effect of callers with thousands of live queries on others
 *     npm run bench -- month           proves a month of reminders (bench/month/run.ts)
 */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildWeb } from "../scripts/lib/build.mjs";
import { ROOT } from "../tests/support/deployments/deployment";
import { bundleWithTestFunctions } from "../tests/support/deployments/home";
import { browserImport } from "./browserImport";
import { exportRates } from "./exports";
import { benchFairness } from "./fairness/run";
import { hostileRequests } from "./hostile";
import { timeImport } from "./imports";
import { insideServer } from "./inside";
import { describeMachine } from "./machine";
import { benchLimits } from "./limits/run";
import { benchMonth } from "./month/run";
import { liveRows } from "./liveRows/run";
import type { Size } from "./ours/seed";
import type { Memory } from "./ours/start";
import { benchPeople } from "./overview/people";
import { benchOverview } from "./overview/run";
import { benchTables } from "./tables/run";
import { processorTime } from "./processor";
import { signInsUnderAttack } from "./signIns";
import { atSize, liveUpdate, writers } from "./scenarios";
import { subscriptionAttacks, type AttackRow } from "./subscriptions";

if (process.argv.includes("tables")) {
  await benchTables();
  process.exit();
}

if (process.argv.includes("overview")) {
  await benchOverview();
  process.exit();
}

if (process.argv.includes("month")) {
  const [days = 28, seed = 1] = process.argv.slice(3).map(Number);
  await writeResult("-month", await benchMonth(days, seed));
  process.exit();
}

if (process.argv.includes("fairness")) {
  const machine = describeMachine();
  console.log(`${machine}\n`);
  await writeResult("-fairness", { machine, fairness: await benchFairness() });
  process.exit();
}

if (process.argv.includes("limits")) {
  await benchLimits();
  process.exit();
}

if (process.argv.includes("people")) {
  await benchPeople();
  process.exit();
}

if (process.argv.includes("sign-ins")) {
  console.log(`${describeMachine()}\n`);
  const rows = await signInsUnderAttack(await bundleWithTestFunctions());
  print(
    "Sign-ins while strangers send wrong passwords, the slowest of three rounds (ms)",
    rows.map((row) => ({
      strangers: row.attack,
      "known browser": round(row.knownBrowserMs),
      "new browser": round(row.newBrowserMs),
      "hand-over p50": round(row.handOverP50Ms),
      "hand-over longest": round(row.handOverLongestMs),
      "answered before": row.answeredBefore,
      "turned away": row.turnedAway,
    })),
  );
  process.exit();
}

if (process.argv.includes("export")) {
  console.log(`${describeMachine()}\n`);
  printExports(await exportRates(await bundleWithTestFunctions()));
  process.exit();
}

if (process.argv.includes("import")) {
  console.log(`${describeMachine()}\n`);
  await buildWeb();
  printImport(await browserImport(await bundleWithTestFunctions()));
  process.exit();
}

if (process.argv.includes("live-rows")) {
  console.log(`${describeMachine()}\n`);
  const measured = await liveRows(option("--against"));
  print(
    "Processor time of a write that reruns one of 50 live queries of 200 rows (ms)",
    measured.map(({ build, serverMs }) => ({ build, "whole server": round(serverMs, 2) })),
  );
  await writeResult("-live-rows", { machine: describeMachine(), measured });
  process.exit();
}

if (process.argv.includes("processor")) {
  console.log(`${describeMachine()}\n`);
  const measured = await processorTime(option("--against"), option("--profile"));
  const shown = (figures: readonly number[]) => {
    const [p50, least, most] = figures.map((ms) => round(ms, ms < 100 ? 2 : 0));
    return `${p50} (${least} to ${most})`;
  };
  print(
    "Processor time of a hand-over with its lists, and of 1,000 imported rows (ms)",
    measured.map(({ build, work, threadMs, serverMs }) => ({
      build,
      work,
      "functions' thread": shown(threadMs),
      "whole server": shown(serverMs),
    })),
  );
  await writeResult("-processor", { machine: describeMachine(), measured });
  process.exit();
}

if (process.argv.includes("subscriptions")) {
  console.log(`${describeMachine()}\n`);
  const rows = await subscriptionAttacks(await bundleWithTestFunctions());
  print("What others notice of callers who subscribe to thousands of queries", rows.map(attackRow));
  await writeResult("-subscriptions", rows);
  process.exit();
}

const isQuick = process.argv.includes("--quick");
const sizes: readonly Size[] = isQuick
  ? [1_000, 10_000, 100_000]
  : [1_000, 10_000, 100_000, 1_000_000];

const machine = describeMachine();
console.log(`${machine}\n`);
const pushRequest = await bundleWithTestFunctions();

const latency = [];
for (const size of [10_000, 100_000] as const) {
  for (const watchers of [50, 500]) {
    latency.push(await liveUpdate(pushRequest, size, watchers));
  }
}
print(
  "Live update: transfer called → recipient's client has the new page (ms)",
  latency.map(({ samples, watchers, ours, baseline }) => ({
    samples,
    clients: watchers,
    "ours p50": round(ours.p50Ms, 2),
    "ours p99": round(ours.p99Ms, 2),
    "lmdb+ws p50": round(baseline.p50Ms, 2),
    "lmdb+ws p99": round(baseline.p99Ms, 2),
    "p50 ratio": round(ours.p50Ms / baseline.p50Ms, 2),
  })),
);

const inside = await insideServer(pushRequest, 10_000);
print("Of it inside our server, without sockets and clients, 10,000 samples (ms, p50)", [
  {
    "transfer and commit": round(inside.handOverMs, 2),
    "recipient's list again": round(inside.listMs, 2),
  },
]);

const steps = await writers(pushRequest, 10_000);
print("Eight writers, 10,000 samples (acknowledged on disk)", [
  {
    "ours steps/s": round(steps.ours),
    "lmdb+ws steps/s": round(steps.baseline),
    "ours transfer+receive pairs/s": round(steps.ours / 2),
  },
]);

const imported = [];
for (const numbers of ["consecutive", "scattered"] as const) {
  for (const into of [1_000, 100_000] as const) {
    const { rowsPerSecond, dataFile, writtenBytesPerRow } = await timeImport(
      pushRequest,
      into,
      numbers,
    );
    imported.push({
      numbers,
      into,
      "rows/s": round(rowsPerSecond),
      "file MB": round(dataFile.bytes / 1e6),
      "in use MB": round(dataFile.usedBytes / 1e6),
      "file / in use": round(dataFile.bytes / dataFile.usedBytes, 2),
      "written KB/row": round(writtenBytesPerRow / 1e3, 1),
    });
  }
}
print("Import, 20,000 rows, while all data is read through", imported);

const exported = await exportRates(pushRequest);
printExports(exported);

const hostile = await hostileRequests(pushRequest);
print(
  "GET /version of others, while a stranger sends 16 MB over and over (ms)",
  hostile.map(({ body, refusals, p50Ms, longestMs }) => ({
    body,
    refusals,
    p50: round(p50Ms, 2),
    longest: round(longestMs, 1),
  })),
);

const bySize = [];
for (const size of sizes) bySize.push(await atSize(pushRequest, size));
print(
  "By number of samples",
  bySize.map(({ samples, listMs, handOverMs, startMs, rssMb, bytesPerSample }) => ({
    samples,
    "first page ms": round(listMs, 2),
    "hand-over ms": round(handOverMs, 2),
    "start ms": round(startMs),
    "memory MB": round(rssMb),
    "file B/sample": round(bytesPerSample.file),
    "live B/sample": round(bytesPerSample.live),
  })),
);

await writeResult("", { machine, latency, inside, steps, imported, exported, hostile, bySize });

/** Returns the argument that follows `name`, or null. */
function option(name: string): string | null {
  const index = process.argv.indexOf(name);
  return index < 0 ? null : (process.argv[index + 1] ?? null);
}

/** @param kind of run; part of the file's name */
async function writeResult(kind: string, result: object) {
  const folder = join(ROOT, "bench", "results");
  await mkdir(folder, { recursive: true });
  const name = `${new Date().toISOString().slice(0, 16).replace(":", "")}${kind}.json`;
  await writeFile(join(folder, name), JSON.stringify(result, null, 2) + "\n");
  console.log(`written to bench/results/${name}`);
}

function attackRow({ attack, seen, longestMs, holdMs, memory }: AttackRow) {
  const mb = ({ rss, used }: Memory) => `${round(rss / 2 ** 20)}, ${round(used / 2 ** 20)}`;
  return {
    attack,
    ...seen,
    "longest ms: /version": round(longestMs.version),
    "hand-over": round(longestMs.handOver),
    "live update": round(longestMs.liveUpdate),
    "thread held": round(holdMs),
    "MB resident, used: before": mb(memory.before),
    during: mb(memory.during),
    "a minute later": mb(memory.minuteLater),
  };
}

function printExports(exported: Awaited<ReturnType<typeof exportRates>>) {
  print(
    "Export of 100,000 samples",
    exported.map(({ format, rowsPerSecond, fileMb, rssMb }) => ({
      format,
      "rows/s": round(rowsPerSecond),
      "file MB": round(fileMb, 1),
      "memory MB": round(rssMb),
    })),
  );
}

function printImport(imported: Awaited<ReturnType<typeof browserImport>>) {
  print("Import of 100,000 rows in Chromium, after 20,000 by sms import", [
    {
      "parse and check s": round(imported.parseAndCheckSeconds, 1),
      "rows/s": round(imported.rowsPerSecond),
      "sms import rows/s": round(imported.terminalRowsPerSecond),
      ratio: round(imported.rowsPerSecond / imported.terminalRowsPerSecond, 2),
    },
  ]);
  print(
    "A hand-over of others meanwhile (ms)",
    Object.entries(imported.handOverMs).map(([importing, { p50, p99 }]) => ({
      importing,
      p50: round(p50, 1),
      p99: round(p99, 1),
    })),
  );
}

function print(title: string, rows: readonly object[]) {
  console.log(title);
  console.table(rows);
}

function round(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}
