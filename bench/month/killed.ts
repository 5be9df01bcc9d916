import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { ROOT } from "../../tests/support/deployments/deployment";
import type { Tick } from "./messages";

/** Usual duration of a tick, ms; a kill falls at a random time within it. */
const KILL_WITHIN_MS = 1_500;

/** The deployment in a child process, which is killed while it works. */
export class KilledServer {
  kills = 0;
  #child: ChildProcess | null = null;

  constructor(
    private readonly dataDir: string,
    private readonly pushRequest: string,
  ) {}

  /** Runs a tick to its end. @param killAfter share of `KILL_WITHIN_MS`; null does not kill it */
  async run(tick: Tick, killAfter: number | null): Promise<void> {
    if (killAfter !== null) {
      const child = await this.#start(tick.now);
      const timer = setTimeout(() => void child.kill("SIGKILL"), killAfter * KILL_WITHIN_MS);
      await send(child, tick);
      clearTimeout(timer);
      await this.kill();
    }
    if ((await send(await this.#start(tick.now), tick)) === "ended") {
      throw new Error(`the server ended by itself at ${new Date(tick.now).toISOString()}`);
    }
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    this.kills++;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }

  async #start(now: number): Promise<ChildProcess> {
    if (this.#child !== null) return this.#child;
    const child = fork(
      join(ROOT, "bench", "month", "server.ts"),
      [this.dataDir, this.pushRequest, String(now)],
      { execArgv: ["--import", "tsx"] },
    );
    this.#child = child;
    await once(child, "message");
    return child;
  }
}

/** Sends a tick. Resolves to whether it was done or the process ended first. */
async function send(child: ChildProcess, tick: Tick): Promise<"done" | "ended"> {
  const answered = new AbortController();
  const of = { signal: answered.signal };
  child.send(tick);
  const outcome = await Promise.race([
    once(child, "message", of).then(() => "done" as const),
    once(child, "exit", of).then(() => "ended" as const),
  ]);
  answered.abort();
  return outcome;
}
