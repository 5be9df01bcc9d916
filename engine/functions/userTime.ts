import { performance } from "node:perf_hooks";
import { cpuUsage } from "node:process";
import { LIMITS } from "../values/limits";
import { FunctionFailure } from "./errors";

/**
 * Counts the time that the code of one query or mutation, and of the functions it calls, uses of
 * the thread. Database operations are left out, as Convex leaves them out of its limit of one
 * second.
 *
 *     start        pause  resume        pause  resume          stop
 *       ├─ own code ─┤ db.get ├─ own code ─┤ db.insert ├─ own code ─┤
 *
 * The wall clock measures each stretch, because reading it is cheap. On a busy machine it also
 * counts time that other processes had, so the limit is applied to the processor time of this
 * process when that is less.
 */
export class UserTime {
  #isRunning = false;
  #usedMs = 0;
  /** Start of the present stretch, by `performance.now()`. */
  #since = 0;
  #cpuAtStart: NodeJS.CpuUsage | undefined;

  start(): void {
    this.#cpuAtStart = cpuUsage();
    this.#isRunning = true;
    this.#since = performance.now();
  }

  /** Ends a stretch. @throws FunctionFailure when the limit has been passed by then */
  pause(): void {
    if (!this.#isRunning) return;
    this.#usedMs += performance.now() - this.#since;
    if (this.#usedMs > LIMITS.userTimeMs) this.#requireProcessorTime();
  }

  resume(): void {
    this.#since = performance.now();
  }

  /** Counts no more: the code has ended, or waits while the thread does something else. */
  stop(): void {
    this.#isRunning = false;
  }

  #requireProcessorTime(): void {
    const { user, system } = cpuUsage(this.#cpuAtStart);
    if ((user + system) / 1000 <= LIMITS.userTimeMs) return;
    throw new FunctionFailure(
      `Function execution timed out (maximum duration: ${LIMITS.userTimeMs / 1000}s)`,
    );
  }
}
