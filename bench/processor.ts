import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../tests/support/deployments/deployment";
import { bundleWithTestFunctions } from "../tests/support/deployments/home";
import { importFromTerminal, spreadsheetRow } from "./imports";
import { percentile, subscribed } from "./measure";
import { functionsOf, type Build } from "./ours/build";
import { FIRST_WATCHER, seededFolder } from "./ours/seed";
import { OurServer } from "./ours/start";
import { ourTarget } from "./ours/target";

/** People with an open list; each hand-over goes to the next one. */
const WATCHERS = 50;

/** Milliseconds of processor time for one hand-over, or for 1,000 imported rows. */
interface Cost {
  /** Of the thread that runs the functions. */
  readonly threadMs: number;
  /** Of the whole server: also its storage thread, thread pool and garbage collector. */
  readonly serverMs: number;
}

/** A server and the work given to it. */
interface Lab {
  readonly name: string;
  readonly server: OurServer;
  /** Kinds of work: each does the turn with this number. */
  readonly work: Readonly<Record<Work, (turn: number) => Promise<void>>>;
  readonly close: () => Promise<void>;
}

type Work = "handOver" | "rows";

/** `count` per turn, and the turns that warm up and that are counted. */
const TURNS = {
  /** A transfer and its acknowledgement, with the lists of 50 connected people. */
  handOver: { count: 20, warmUp: 10, counted: 30 },
  rows: { count: 500, warmUp: 4, counted: 8 },
} as const;

/** Median and range of the turns, in processor time per hand-over or 1,000 rows. */
export interface Measured {
  readonly build: string;
  readonly work: Work;
  readonly threadMs: readonly [p50: number, least: number, most: number];
  readonly serverMs: readonly [p50: number, least: number, most: number];
}

/**
 * `npm run bench -- processor`: the server's processor time for a hand-over with its live lists and
 * for imported rows. Other programs affect it less than waiting times, but a busy machine can still
 * increase it by half. So two builds (`--against COMMIT`) alternate in turns of a fraction of a
 * second; trust only their ratio. `--profile FOLDER` writes CPU profiles of this checkout.
 */
export async function processorTime(
  against: string | null,
  profiles: string | null,
): Promise<Measured[]> {
  const now = { name: "now", root: ROOT, pushRequest: await bundleWithTestFunctions() };
  const labs: Lab[] = [];
  const measured: Measured[] = [];
  try {
    if (against !== null) labs.push(await openLab(await functionsOf(against)));
    labs.push(await openLab(now));
    for (const work of ["handOver", "rows"] as const) {
      const costs = await takeTurns(labs, work, profiles);
      for (const [index, { name }] of labs.entries()) {
        measured.push({ build: name, work, ...summary(costs[index]!) });
      }
    }
    return measured;
  } finally {
    for (const { close } of labs) await close();
  }
}

async function openLab({ name, root, pushRequest }: Omit<Build, "webApp">): Promise<Lab> {
  const { dataDir, seeded } = await seededFolder(10_000, pushRequest);
  const server = await OurServer.serve(dataDir, seeded, pushRequest, undefined, root);
  const people = { writer: 0, firstWatcher: FIRST_WATCHER, watchers: WATCHERS };
  const { actors, handOver } = await subscribed(ourTarget(server.url, server.tokenOf), people);
  const samples = seeded.samplesOf[0]!;
  return {
    name,
    server,
    work: {
      async handOver(turn) {
        const { count } = TURNS.handOver;
        for (let i = turn * count; i < (turn + 1) * count; i++) {
          await handOver(samples[i]!, i % WATCHERS);
        }
      },
      async rows(turn) {
        const { count } = TURNS.rows;
        const first = turn * count;
        const rows = Array.from({ length: count }, (_, i) => spreadsheetRow(i, first + i));
        await importFromTerminal(server, `turn-${turn}`, rows);
      },
    },
    async close() {
      for (const actor of actors) await actor.close();
      await server.stop();
    },
  };
}

/** Returns the costs of each lab's counted turns. */
async function takeTurns(labs: readonly Lab[], kind: Work, profiles: string | null) {
  const { count, warmUp, counted } = TURNS[kind];
  const unit = kind === "rows" ? count / 1_000 : count;
  const costs = labs.map((): Cost[] => []);
  const profiled = profiles === null ? null : labs.at(-1)!.server;
  for (let turn = 0; turn < warmUp + counted; turn++) {
    if (turn === warmUp) await profiled?.profile(null);
    for (let i = 0; i < labs.length; i++) {
      const at = (i + turn) % labs.length; // each lab goes first in its turn
      const { server, work } = labs[at]!;
      const before = await costSoFar(server);
      await work[kind](turn);
      const after = await costSoFar(server);
      if (turn < warmUp) continue;
      costs[at]!.push({
        threadMs: (after.threadMs - before.threadMs) / unit,
        serverMs: (after.serverMs - before.serverMs) / unit,
      });
    }
  }
  if (profiles !== null) await profiled?.profile(join(profiles, `${kind}.cpuprofile`));
  return costs;
}

async function costSoFar(server: OurServer): Promise<Cost> {
  // As Linux counts it.
  const thread = readFileSync(`/proc/${server.pid}/task/${server.pid}/schedstat`, "utf8");
  return { threadMs: Number(thread.split(" ")[0]) / 1e6, serverMs: await server.cpuMs() };
}

function summary(costs: readonly Cost[]): Pick<Measured, "threadMs" | "serverMs"> {
  const range = (times: readonly number[]) =>
    [percentile(times, 0.5), Math.min(...times), Math.max(...times)] as const;
  return {
    threadMs: range(costs.map(({ threadMs }) => threadMs)),
    serverMs: range(costs.map(({ serverMs }) => serverMs)),
  };
}
