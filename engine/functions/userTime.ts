import { performance } from "node:perf_hooks";
import { cpuUsage } from "node:process";
import { LIMITS } from "../values/limits";
import { FunctionFailure } from "./errors";

/**
 * Counts the time that the code of one query or mutation, and of the functions it calls, uses of
 * the thread. Database operations are left out, as Convex leaves them out of its limit of one
 * second, and so is the time in which the code waits for something else.
 *
 *     start        pause  resume        stop                  start        stop
 *       ├─ own code ─┤ db.get ├─ own code ─┤ crypto.subtle.digest ├─ own code ─┤
 *
 * The wall clock measures each stretch, because reading it is cheap. On a busy machine it also
 * counts time that other processes had, so the limit is applied to the processor time that this
 * process used from each `start` to its `stop` when that is less. Reading that time is a system
 * call (5 to 40 µs): a stretch of less than 5 ms counts by the wall clock alone, and a longer one
 * begins at a reading that may be up to 5 ms old.
 */
export class UserTime {
  #isRunning = false;
  #usedMs = 0;
  /** Start of the present stretch, by `performance.now()`. */
  #since = 0;
  #startedAt = 0;
  #cpuAtStart: NodeJS.CpuUsage | undefined;
  /** Processor time between earlier starts and their stops. */
  #cpuMs = 0;

  start(): void {
    this.#startedAt = this.#since = performance.now();
    this.#cpuAtStart = recentCpuUsage(this.#startedAt);
    this.#isRunning = true;
  }

  /** Ends a stretch. @throws FunctionFailure when the limit has been passed by then */
  pause(): void {
    this.#count();
    const failure = this.failure();
    if (failure) throw failure;
  }

  resume(): void {
    this.#since = performance.now();
  }

  /** The code waits while the thread does something else. */
  stop(): void {
    if (!this.#isRunning) return;
    this.#count();
    this.#cpuMs = this.#processorMs();
    this.#isRunning = false;
  }

  /** The failure of a run that has passed the limit; null before. */
  failure(): FunctionFailure | null {
    if (this.#usedMs <= LIMITS.userTimeMs || this.#processorMs() <= LIMITS.userTimeMs) return null;
    return new FunctionFailure(
      `Function execution timed out (maximum duration: ${LIMITS.userTimeMs / 1000}s)`,
    );
  }

  #count(): void {
    if (this.#isRunning) this.#usedMs += performance.now() - this.#since;
  }

  #processorMs(): number {
    if (!this.#isRunning) return this.#cpuMs;
    const elapsedMs = performance.now() - this.#startedAt;
    if (elapsedMs < BRIEF_MS) return this.#cpuMs + elapsedMs;
    const { user, system } = cpuUsage(this.#cpuAtStart);
    return this.#cpuMs + Math.min(elapsedMs, (user + system) / 1000);
  }
}

/** Stretches below this are counted by the wall clock alone. */
const BRIEF_MS = 5;
/** Age at which a reading of the processor time is replaced. */
const READING_MS = 5;

let reading = { at: -Infinity, usage: cpuUsage() };

/** Returns the processor time that this process had used at most `READING_MS` before `now`. */
function recentCpuUsage(now: number): NodeJS.CpuUsage {
  if (now - reading.at >= READING_MS) reading = { at: now, usage: cpuUsage() };
  return reading.usage;
}
