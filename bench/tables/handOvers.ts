import { setTimeout as pause } from "node:timers/promises";
import { ConvexHttpClient } from "convex/browser";
import { api } from "../../convex/_generated/api";
import { decodeRows } from "#domain/samples/compactRows";
import type { Build } from "../ours/build";
import { OurServer } from "../ours/start";
import { person } from "../target";
import { rounded, timesOf } from "./feedInside";
import { startLoads } from "./loads";
import { openTable, recordTable, type OpenTable } from "./openTables";
import { SUPERVISOR, TEAM, variedFolder } from "./seed";

/** Counted hand-overs per turn, after uncounted ones. */
const COUNTED = 50;
const WARM_UP = 10;
/**
 * Time after which tables that paused during the hand-overs have caught up; this work counts too.
 */
const CATCHING_UP_MS = 1_500;

/** The team member to whom the others transfer. */
const RECIPIENT = TEAM[0]!;

type Tables = {
  readonly admin: OpenTable;
  readonly supervisor: OpenTable;
  readonly user: OpenTable;
};

/** Tables that are open during a turn: the tables of `people`, with the same live queries. */
type Scenario = {
  readonly whose: keyof Tables;
  readonly people: readonly number[];
  readonly state: keyof OpenTable | "loading";
};

const admins = (count: number) => Array.from({ length: count }, (_, index) => index);

const inEveryState = (whose: keyof Tables, people: readonly number[]): Scenario[] =>
  (["shell", "plain", "searched"] as const).map((state) => ({ whose, people, state }));

const SCENARIOS: readonly Scenario[] = [
  { whose: "admin", people: [], state: "plain" },
  ...inEveryState("admin", admins(1)),
  ...inEveryState("admin", admins(10)),
  ...inEveryState("supervisor", [SUPERVISOR]),
  ...inEveryState("user", [RECIPIENT]),
  { whose: "admin", people: admins(10), state: "loading" },
];

type Taken = { readonly times: number[]; cpuMs: number };

/** A server of one build, its remaining hand-overs, and the times taken in each scenario. */
type Lab = {
  readonly build: Build;
  readonly server: OurServer;
  readonly samples: { readonly id: string; readonly holder: string }[];
  readonly cursors: readonly (string | null)[];
  readonly tables: Tables;
  readonly taken: readonly Taken[];
  wireMb: number;
};

/**
 * Measures the latency and CPU time of hand-overs within a team while tables of people who see them
 * are open, or ten admins load theirs. Scenarios and builds alternate, `rounds` times, so that
 * other load on the machine affects all of them.
 */
export async function handOvers(builds: readonly Build[], rounds: number) {
  const labs: Lab[] = [];
  try {
    for (const build of builds) labs.push(await openLab(build));
    for (let round = 0; round < rounds; round++) {
      for (const [index, scenario] of SCENARIOS.entries()) {
        for (const lab of labs) await takeTurn(lab, scenario, lab.taken[index]!);
      }
    }
    return labs.map(({ build, tables, taken, wireMb }) => ({
      build: build.name,
      measured: describe(tables, taken),
      wireMb,
    }));
  } finally {
    for (const { server } of labs) await server.stop();
  }
}

async function openLab(build: Build): Promise<Lab> {
  const { pushRequest, webApp, root } = build;
  const { dataDir, seeded } = await variedFolder(pushRequest);
  const all = { ...seeded, samplesOf: [] };
  const server = await OurServer.serve(dataDir, all, pushRequest, webApp, root);
  try {
    const tables = {
      admin: await recordTable(server, 0),
      supervisor: await recordTable(server, SUPERVISOR),
      user: await recordTable(server, RECIPIENT),
    };
    const taken = SCENARIOS.map(() => ({ times: [], cpuMs: 0 }));
    return { build, server, tables, taken, wireMb: 0, ...(await readPages(server)) };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function takeTurn(lab: Lab, { whose, people, state }: Scenario, taken: Taken) {
  const { server, tables } = lab;
  if (state === "loading") {
    const load = startLoads(server, people.length, lab.cursors);
    await measure(lab, taken);
    await load.stop();
    lab.wireMb = ((load.wireBytes / load.pages) * lab.cursors.length) / 1e6;
    return;
  }
  const closing = [];
  for (const index of people) closing.push(await openTable(server, index, tables[whose][state]));
  await measure(lab, taken);
  for (const close of closing) await close();
}

/** Makes hand-overs one at a time; measures their latency, and the server's CPU time for all. */
async function measure({ server, samples }: Lab, taken: Taken): Promise<void> {
  let cpuBefore = 0;
  const http = new ConvexHttpClient(server.url, { logger: false });
  for (let round = 0; round < WARM_UP + COUNTED; round++) {
    if (round === WARM_UP) cpuBefore = await server.cpuMs();
    const next = samples.pop();
    if (next === undefined) throw new Error("The team has no sample left to hand over");
    const { id, holder } = next;
    http.setAuth(server.tokenOf(holder));
    const called = performance.now();
    const transactionId = `tables-${process.pid}-${samples.length}`;
    const args = { sampleId: id as never, recipient: person(RECIPIENT), transactionId };
    await http.mutation(api.custody.transfer, args, { skipQueue: true });
    if (round >= WARM_UP) taken.times.push(performance.now() - called);
    await pause(5);
  }
  await pause(CATCHING_UP_MS);
  taken.cpuMs += (await server.cpuMs()) - cpuBefore;
}

/** Returns the team's transferable samples with their holders, and the cursors of all pages. */
async function readPages(server: OurServer): Promise<Pick<Lab, "samples" | "cursors">> {
  const http = new ConvexHttpClient(server.url, { logger: false });
  http.setAuth(server.tokenOf(person(0)));
  const holders = new Set(TEAM.filter((index) => index !== RECIPIENT).map(person));
  const samples: { id: string; holder: string }[] = [];
  const cursors: (string | null)[] = [null];
  for (;;) {
    const cursor = cursors.at(-1)!;
    const page: { rows: string; cursor: string | null } = await http.query(api.sampleFeed.page, {
      cursor,
    });
    for (const { _id, samplmanag, status } of decodeRows(page.rows)) {
      const isIdle = status === "In Use" || status === "Registered";
      if (isIdle && holders.has(samplmanag)) samples.push({ id: _id, holder: samplmanag });
    }
    if (page.cursor === null) return { samples, cursors };
    cursors.push(page.cursor);
  }
}

/**
 * Returns one row per scenario. `moreMs`: additional CPU time per open page compared with none;
 * `tableMs`: additional CPU time per table compared with only the shells of these pages.
 */
function describe(tables: Tables, taken: readonly Taken[]) {
  const cpuMs = taken.map(({ times, cpuMs }) => cpuMs / times.length);
  return SCENARIOS.map((scenario, index) => {
    const { whose, people, state } = scenario;
    const more = (than: number) => rounded((cpuMs[index]! - cpuMs[than]!) / people.length);
    const isTable = state === "plain" || state === "searched";
    return {
      tables: people.length === 0 ? "none" : `${people.length} × ${whose}, ${state}`,
      ...timesOf(taken[index]!.times),
      cpuMs: rounded(cpuMs[index]!),
      ...(people.length > 0 &&
        state !== "loading" && { moreMs: more(0), queries: tables[whose][state].length }),
      ...(people.length > 0 && isTable && { tableMs: more(shellOf(scenario)) }),
    };
  });
}

/** Returns the index of the scenario with only the shells of the same people. */
const shellOf = ({ whose, people }: Scenario): number =>
  SCENARIOS.findIndex(
    (other) =>
      other.whose === whose && other.people.length === people.length && other.state === "shell",
  );
