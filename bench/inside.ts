import { rm } from "node:fs/promises";
import type { JSONObject } from "../engine/values/json";
import { EmbeddedHome } from "../tests/support/deployments/embeddedHome";
import { percentile } from "./measure";
import { callerOf } from "./ours/caller";
import { FIRST_WATCHER, seededFolder, type Size } from "./ours/seed";
import { FIRST_PAGE } from "./ours/target";
import { person } from "./target";

const ROUNDS = 600;
const WATCHERS = 50;

/** Median milliseconds of the two runs on which a live update waits. */
export interface Inside {
  /** One transfer, from the call of the function to its commit on disk. */
  readonly handOverMs: number;
  /** Rerun of the recipient's list. */
  readonly listMs: number;
}

/**
 * Measures the part of a live update that the server's functions take, by calling the same
 * functions on the same store in this process. Sockets, clients and turns of the event loop are the
 * rest of `liveUpdate`.
 */
export async function insideServer(pushRequest: string, size: Size): Promise<Inside> {
  const { dataDir, seeded } = await seededFolder(size, pushRequest);
  const home = await EmbeddedHome.open({ dataDir, pushRequest });
  const { functions } = home.deployment;
  const caller = (index: number) => callerOf(home, seeded.sessions[index]!);
  const handOverTimes: number[] = [];
  const listTimes: number[] = [];
  for (const [round, sampleId] of seeded.samplesOf[0]!.slice(0, ROUNDS).entries()) {
    const recipient = FIRST_WATCHER + (round % WATCHERS);
    const args: JSONObject = {
      sampleId,
      recipient: person(recipient),
      transactionId: `inside-${round}`,
    };
    const called = performance.now();
    const step = await functions.runMutation({
      path: "custody:transfer",
      args,
      caller: caller(0),
    });
    const committed = performance.now();
    const page = await functions.runQuery({
      path: "samples:list",
      args: FIRST_PAGE,
      caller: caller(recipient),
    });
    if (!step.ok || !page.ok) throw new Error(`round ${round} was refused`);
    handOverTimes.push(committed - called);
    listTimes.push(performance.now() - committed);
  }
  await home.close();
  await rm(dataDir, { recursive: true, force: true });
  return { handOverMs: percentile(handOverTimes, 0.5), listMs: percentile(listTimes, 0.5) };
}
