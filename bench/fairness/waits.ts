import { once } from "node:events";
import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { api } from "../../convex/_generated/api";
import { percentile } from "../measure";
import { ourTarget } from "../ours/target";
import { person } from "../target";
import type { SupervisedServer } from "./supervised";

/** Pause between two requests of one visitor, and between two steps of a hand-over. */
const VISIT_PAUSE_MS = 10;
const STEP_PAUSE_MS = 50;
/** A longer wait is counted as this long. */
const PATIENCE_MS = 60_000;

export type Waits = { readonly p50Ms: number; readonly longestMs: number };
type Watched = { readonly version: Waits; readonly handOver: Waits };

/**
 * Runs `load` while a visitor repeatedly requests `GET /version`, and two people hand a sample back
 * and forth. Each waits for the answer before continuing, even through a restart.
 */
export async function waitsDuring(
  server: SupervisedServer,
  pair: readonly [number, number],
  load: () => Promise<string>,
): Promise<Watched & { readonly ended: string }> {
  const handOvers = await startHandOvers(server, pair);
  const visits = startVisits(`${server.url}/version`);
  let ended: string;
  try {
    ended = await load();
  } catch (error) {
    ended = (error as Error).message.split("\n", 1)[0] ?? "failed";
  }
  return { version: await visits.stop(), handOver: await handOvers.stop(), ended };
}

type Loop = { readonly stop: () => Promise<Waits> };

/** Calls `turn` repeatedly until it is stopped, and records the duration of each call. */
function startLoop(
  turn: (round: number) => Promise<void>,
  pauseMs: number,
  end: () => Promise<void> | void,
): Loop {
  const waits: number[] = [];
  let isStopped = false;
  let began = performance.now();
  const run = async () => {
    for (let round = 0; !isStopped; round++) {
      began = performance.now();
      await turn(round);
      waits.push(performance.now() - began);
      await pause(pauseMs);
    }
  };
  const running = run();
  return {
    stop: async () => {
      isStopped = true;
      const patience = new AbortController();
      const tooLate = pause(PATIENCE_MS, "late", { signal: patience.signal });
      if ((await Promise.race([running, tooLate])) === "late") {
        waits.push(performance.now() - began);
      }
      patience.abort();
      tooLate.catch(() => undefined);
      await end();
      return { p50Ms: percentile(waits, 0.5), longestMs: Math.max(...waits) };
    },
  };
}

function startVisits(url: string): Loop {
  const agent = new Agent({ keepAlive: true });
  const answered = async () => {
    const [response] = (await once(get(url, { agent }), "response")) as [NodeJS.ReadableStream];
    await once(response.resume(), "end");
  };
  const visit = async () => {
    while (
      !(await answered().then(
        () => true,
        () => false,
      ))
    ) {
      await pause(VISIT_PAUSE_MS); // the server is restarting
    }
  };
  return startLoop(visit, VISIT_PAUSE_MS, () => agent.destroy());
}

/** Hands a sample of the first person's to the second and back, for as long as the loop runs. */
async function startHandOvers(
  server: SupervisedServer,
  pair: readonly [number, number],
): Promise<Loop> {
  const paginationOpts = { numItems: 1, cursor: null };
  const asked = { list: "transfer", scope: "mine", status: "In Use", paginationOpts } as const;
  const { page } = await server.as(pair[0]).query(api.samples.list, asked);
  const sampleId = page[0]?._id;
  if (sampleId === undefined) throw new Error(`${person(pair[0])} has no sample in use`);
  const tokenOf = (email: string) => server.tokenOf(Number(/\d+/.exec(email)?.[0]));
  const target = ourTarget(server.url, tokenOf);
  const actors = [await target.act(person(pair[0])), await target.act(person(pair[1]))] as const;
  const step = async (round: number) => {
    const [from, to] = (round >> 1) % 2 === 0 ? [0, 1] : [1, 0];
    if (round % 2 === 0) await actors[from as 0 | 1].transfer(sampleId, person(pair[to as 0 | 1]));
    else await actors[to as 0 | 1].acknowledge(sampleId);
  };
  return startLoop(step, STEP_PAUSE_MS, async () => {
    for (const actor of actors) await actor.close();
  });
}
