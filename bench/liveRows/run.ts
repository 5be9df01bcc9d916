import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { WebSocket } from "ws";
import { ROOT } from "../../tests/support/deployments/deployment";
import { percentile } from "../measure";
import { functionsOf } from "../ours/build";

const USERS = 50;
const ROWS = 200;
const WRITERS = 8;
const WRITES = 40;
/** The first round warms up. */
const ROUNDS = 5;

type Message = { readonly _id: string; readonly body: string };
const latest = makeFunctionReference<"query", { channel: string; count: number }, Message[]>(
  "messages:latest",
);
const edit = makeFunctionReference<"mutation", { id: string; body: string }, null>("messages:edit");

/** Median of the server's milliseconds of processor time for one write. */
export interface LiveRows {
  readonly build: string;
  readonly serverMs: number;
}

/**
 * `npm run bench -- live-rows`: any Convex project. 50 users each have a live query of 200 rows,
 * and eight writers change one row at a time, so each write reruns one query. With `--against
 * COMMIT`, the builds take turns.
 */
export async function liveRows(against: string | null): Promise<LiveRows[]> {
  const builds = [{ name: "now", root: ROOT }];
  if (against !== null) builds.unshift(await functionsOf(against));
  const labs = [];
  for (const { name, root } of builds) labs.push({ name, ...(await openLab(root)) });
  const costs = labs.map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [i, lab] of labs.entries()) costs[i]!.push(await lab.costOfRound(round));
  }
  for (const lab of labs) await lab.close();
  return labs.map(({ name: build }, i) => {
    return { build, serverMs: percentile(costs[i]!.slice(1), 0.5) };
  });
}

async function openLab(root: string) {
  const program = fileURLToPath(new URL("./server.ts", import.meta.url));
  const server = fork(program, [root, `${USERS}`, `${ROWS}`], {
    cwd: root,
    execArgv: ["--import", "tsx"],
  });
  const url = (await answer(server)) as string;
  const connect = () =>
    new ConvexClient(url, {
      webSocketConstructor: WebSocket as unknown as typeof globalThis.WebSocket,
      logger: false,
      unsavedChangesWarning: false,
    });
  const lists: List[] = [];
  for (let user = 0; user < USERS; user++) lists.push(await watch(connect(), `user ${user}`));
  const writers = Array.from({ length: WRITERS }, connect);
  const cpuMs = async () => {
    server.send("cpu");
    return (await answer(server)) as number;
  };
  return {
    async costOfRound(round: number): Promise<number> {
      const before = await cpuMs();
      await Promise.all(
        writers.map(async (client, writer) => {
          for (let write = 0; write < WRITES; write++) {
            // Each writer has lists of its own.
            const list = lists[writer * 6 + (write % 6)]!;
            const body = `changed ${round} ${writer} ${write}`;
            const seen = list.shows(body);
            await client.mutation(edit, { id: list.ids[(write * 7) % ROWS]!, body });
            await seen;
          }
        }),
      );
      return ((await cpuMs()) - before) / (WRITERS * WRITES);
    },
    async close() {
      for (const client of [...lists.map((list) => list.client), ...writers]) await client.close();
      const gone = once(server, "exit");
      server.send("stop");
      await gone;
    },
  };
}

interface List {
  readonly client: ConvexClient;
  readonly ids: readonly string[];
  /** Resolves when the list has a row with this text. */
  shows(body: string): Promise<void>;
}

async function watch(client: ConvexClient, channel: string): Promise<List> {
  let onRows: (rows: readonly Message[]) => void = () => {};
  const first = await new Promise<readonly Message[]>((resolve, reject) => {
    onRows = resolve;
    client.onUpdate(latest, { channel, count: ROWS }, (rows) => onRows(rows), reject);
  });
  return {
    client,
    ids: first.map(({ _id }) => _id),
    shows: (body) =>
      new Promise((resolve) => {
        onRows = (rows) => {
          if (rows.some((row) => row.body === body)) resolve();
        };
      }),
  };
}

async function answer(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, "message")) as [unknown];
  return message;
}
