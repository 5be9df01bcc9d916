import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeFunctionReference } from "convex/server";
import { buildCommandLine } from "../../scripts/lib/build.mjs";
import { bundleWithTestFunctions } from "../../tests/support/deployments/home";
import { ADMIN, overviewFolder, SUPERVISOR } from "../overview/seed";
import { person } from "../target";
import {
  command,
  everyDigest,
  exportsOf,
  firstLoads,
  nothing,
  scheduledReport,
  type Load,
} from "./loads";
import { SupervisedServer } from "./supervised";
import { waitsDuring, type Waits } from "./waits";

/** Nine people who are made admins in addition to the seeded one. */
const MORE_ADMINS = Array.from({ length: 9 }, (_, index) => 10 + index);
const ADMINS = [ADMIN, ...MORE_ADMINS];
/** From this number on, each scenario has two people who hand a sample over. */
const FIRST_PAIR = 20;
const ALL = "100000";
const XLSX = join(tmpdir(), "sms-bench-fairness.xlsx");

/**
 * Scenarios, each on 100,000 samples of 5,000 people. The supervisor's calls see nearly all
 * samples.
 */
const SCENARIOS: Readonly<Record<string, Load>> = {
  nothing,
  "sms samples list": command(ADMIN, "samples", "list", "--limit", ALL, "--json"),
  "sms samples list, supervisor": command(SUPERVISOR, "samples", "list", "--limit", ALL, "--json"),
  "sms users list": command(ADMIN, "users", "list", "--limit", ALL, "--json"),
  "sms export samples, csv": command(ADMIN, "export", "samples"),
  "sms export samples, json": command(ADMIN, "export", "samples", "--format", "json"),
  "sms export samples, xlsx": command(ADMIN, "export", "samples", "--output", XLSX),
  "sms export samples, supervisor": command(SUPERVISOR, "export", "samples"),
  "sms export history, csv": command(ADMIN, "export", "history"),
  "sms check": command(ADMIN, "check"),
  "API export of samples, csv": exportsOf([SUPERVISOR], "samples?format=csv"),
  "API export of samples, json": exportsOf([SUPERVISOR], "samples?format=json"),
  "API export of history, jsonl": exportsOf([SUPERVISOR], "history?format=jsonl"),
  "four API exports of one person": exportsOf(Array(4).fill(SUPERVISOR), "samples?format=csv"),
  "API exports of ten admins": exportsOf(ADMINS, "samples?format=csv"),
  "first loads of ten admins, 20 s": firstLoads(ADMINS, 20),
  "a scheduled report": scheduledReport(SUPERVISOR),
  "a digest for 5,000 people": everyDigest,
};

const updateSettings = makeFunctionReference<"mutation">("users:updateFromTerminal");

type Row = {
  readonly while: string;
  readonly version: Waits;
  readonly handOver: Waits;
  readonly kills: number;
  readonly longestTurnMs: number;
  readonly ended: string;
};

/**
 * `npm run bench -- fairness`: measures how long others wait while one caller reads 100,000 samples
 * or makes the server read them, and whether the watchdog kills the server. `-- fairness check`
 * runs the scenarios whose name contains that word.
 */
export async function benchFairness(): Promise<Row[]> {
  const word = process.argv.slice(process.argv.indexOf("fairness") + 1).join(" ");
  await buildCommandLine();
  const pushRequest = await bundleWithTestFunctions();
  const { dataDir, seeded } = await overviewFolder(pushRequest);
  const names = Object.keys(SCENARIOS);
  const sessions = seeded.sessions.slice(0, FIRST_PAIR + 2 * names.length);
  const server = await SupervisedServer.start({ dataDir, pushRequest, sessions });
  const rows: Row[] = [];
  try {
    for (const index of MORE_ADMINS) {
      const args = { email: person(index), settings: { role: "admin" } };
      await server.admin().mutation(updateSettings, args);
    }
    for (const [index, [name, load]] of Object.entries(SCENARIOS).entries()) {
      if (!name.includes(word)) continue;
      const first = FIRST_PAIR + 2 * index;
      await server.longestTurnMs();
      const measured = await waitsDuring(server, [first, first + 1], () => load(server));
      const longestTurnMs = await server.longestTurnMs();
      rows.push({ while: name, ...measured, kills: server.kills, longestTurnMs });
      console.table([describe(rows.at(-1)!)]);
      if (server.kills > 0) await server.restart();
    }
  } finally {
    await server.stop();
  }
  console.log("Waits of others (ms), 100,000 samples, 5,000 people");
  console.table(rows.map(describe));
  return rows;
}

function describe({ while: name, version, handOver, kills, longestTurnMs, ended }: Row) {
  return {
    while: name,
    "GET /version p50": version.p50Ms.toFixed(1),
    "longest ": Math.round(version.longestMs),
    "hand-over p50": handOver.p50Ms.toFixed(1),
    longest: Math.round(handOver.longestMs),
    "server's turn": Math.round(longestTurnMs),
    kills,
    ended,
  };
}
