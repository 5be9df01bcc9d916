import type { Clock, Database } from "../commit/database";
import { functionPath } from "../functions/paths";
import type { FunctionRunner } from "../functions/runner";
import type { Caller, JSONObject } from "../functions/types";
import type { Logger } from "../logs";
import { LimitExceeded } from "../values/limits";
import { WakeTimer } from "./wakeTimer";
import type { JobQueue, ScheduledFunction } from "./queue";

const INDEX = "_scheduled_functions.by_state_and_time";
const MAX_RUNNING = 32;
const RETRY_DELAY_MS = 1_000;
const STOP_WAIT_MS = 2_000;
const MAX_ERROR_CHARS = 16 * 1024;

/** Caller of a scheduled function: it has no identity and may call internal functions. */
const jobCaller = (name: string): Caller => ({
  identity: null,
  isAdmin: true,
  job: functionPath(name),
});

/**
 * Runs the functions of `_scheduled_functions` when they are due.
 *
 * A mutation runs in the transaction that marks it done, so it happens exactly once despite
 * crashes. An action happens at most once: one transaction marks it `inProgress`, the action runs,
 * and a second transaction stores its outcome. If the server stops during an action, the next start
 * marks it as failed and never reruns it.
 */
export class Scheduler {
  readonly #database: Database;
  readonly #runner: FunctionRunner;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #wakeTimer: WakeTimer;
  readonly #running = new Map<string, Promise<void>>();
  #isStopped = false;

  constructor(options: {
    database: Database;
    runner: FunctionRunner;
    jobs: JobQueue;
    clock: Clock;
    log: Logger;
  }) {
    this.#database = options.database;
    this.#runner = options.runner;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#wakeTimer = new WakeTimer(options.clock, () => this.runDue());
    options.jobs.onWake(() => this.runDue());
  }

  async start(): Promise<void> {
    await this.#database.write((tx) => {
      const range = tx.indexRange(INDEX, [
        { type: "Eq", fieldPath: "state.kind", value: "inProgress" },
      ]);
      for (const { id } of [...tx.scan(INDEX, range, "asc")]) {
        tx.patch(id, this.#endState("Transient error while executing action"));
      }
    });
    this.runDue();
  }

  /** Starts no more jobs, and waits up to STOP_WAIT_MS for running ones. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#wakeTimer.cancel();
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, STOP_WAIT_MS)));
    await Promise.race([Promise.all(this.#running.values()), waited]);
    clearTimeout(timer);
  }

  /** Starts due jobs while fewer than MAX_RUNNING run, and sets the wake timer for the next one. */
  runDue(): void {
    if (this.#isStopped) return;
    const now = this.#clock.now();
    const tx = this.#database.beginRead();
    try {
      const range = tx.indexRange(INDEX, [
        { type: "Eq", fieldPath: "state.kind", value: "pending" },
      ]);
      for (const { id, json } of tx.scan(INDEX, range, "asc")) {
        if (this.#running.size >= MAX_RUNNING) return; // `runDue` runs again when a job ends
        if (this.#running.has(id)) continue;
        const job = JSON.parse(json) as ScheduledFunction;
        if (job.scheduledTime > now) return this.#wakeTimer.wakeBy(job.scheduledTime);
        const run = this.#run(id, job).finally(() => {
          this.#running.delete(id);
          this.runDue();
        });
        this.#running.set(id, run);
      }
    } finally {
      tx.close();
    }
  }

  /** Runs one job. Logs errors that occur outside the function, and never rejects. */
  async #run(id: string, { name, args }: ScheduledFunction): Promise<void> {
    const caller = jobCaller(name);
    const call = {
      path: name,
      args: (args[0] ?? {}) as JSONObject,
      caller,
      scheduledFunctionId: id,
    };
    try {
      if (this.#runner.kindOf(name, caller) === "action") await this.#runAction(id, call);
      else await this.#runMutation(id, call);
    } catch (error) {
      if (this.#isStopped) return; // the job stays pending, or the next start marks it as failed
      this.#log.error("scheduled function could not be run", { name, id, error: String(error) });
      await new Promise((resolve) => setTimeout(resolve, RETRY_DELAY_MS));
    }
  }

  async #runMutation(id: string, call: ScheduledCall): Promise<void> {
    try {
      const { value: afterCommit } = await this.#database.write(async (tx) => {
        if (stateOf(tx.get(id)) !== "pending") return []; // canceled meanwhile
        const { failure, afterCommit } = await this.#runner.runScheduledMutation(tx, call);
        tx.patch(id, this.#endState(failure?.message ?? null));
        return afterCommit;
      });
      for (const effect of afterCommit) await effect();
    } catch (error) {
      // The function used up its transaction's limits, so marking it did not fit.
      if (!(error instanceof LimitExceeded)) throw error;
      await this.#markEnded(id, "pending", error.message);
    }
  }

  async #runAction(id: string, call: ScheduledCall): Promise<void> {
    const { value: isStarted } = await this.#database.write((tx) => {
      if (stateOf(tx.get(id)) !== "pending") return false;
      tx.patch(id, { state: { kind: "inProgress" } });
      return true;
    });
    if (!isStarted) return;
    const failure = await this.#runner.runScheduledAction(call);
    await this.#markEnded(id, "inProgress", failure?.message ?? null);
  }

  async #markEnded(
    id: string,
    from: "pending" | "inProgress",
    error: string | null,
  ): Promise<void> {
    await this.#database.write((tx) => {
      if (stateOf(tx.get(id)) === from) tx.patch(id, this.#endState(error));
    });
  }

  #endState(error: string | null): Pick<ScheduledFunction, "state" | "completedTime"> & JSONObject {
    return {
      state:
        error === null
          ? { kind: "success" }
          : { kind: "failed", error: error.slice(0, MAX_ERROR_CHARS) },
      completedTime: this.#clock.now(),
    };
  }
}

interface ScheduledCall {
  readonly path: string;
  readonly args: JSONObject;
  readonly caller: Caller;
  readonly scheduledFunctionId: string;
}

function stateOf(row: { json: string } | null): ScheduledFunction["state"]["kind"] | null {
  return row && (JSON.parse(row.json) as ScheduledFunction).state.kind;
}
