import { performance } from "node:perf_hooks";
import { cpuUsage } from "node:process";
import { LIMITS } from "../values/limits";
import { FunctionFailure } from "./errors";

/**
 * Measures the thread time used by the code of one query or mutation and of the functions it calls.
 * Database operations do not count, as in Convex's limit of one second, and neither does time in
 * which the code waits for something else.
 *
 *     start        pause  resume        stop                  start        stop
 *       ├─ own code ─┤ db.get ├─ own code ─┤ crypto.subtle.digest ├─ own code ─┤
 *
 * The wall clock measures each stretch, because reading it is cheap. On a busy machine it includes
 * time of other processes, so the limit is applied to the CPU time that this process used from each
 * `start` to its `stop` when that is less. Reading the CPU time is a system call (5 to 40 µs), so a
 * stretch of less than 5 ms counts by the wall clock alone, and the start of a longer one uses a
 * reading up to 25 ms old.
 */
export class UserTime {
  #isRunning = false;
  #usedMs = 0;
  /** Start of the current stretch, by `performance.now()`. */
  #since = 0;
  #startedAt = 0;
  #cpuAtStart: NodeJS.CpuUsage | undefined;
  /** CPU time between earlier starts and their stops. */
  #cpuMs = 0;

  start(): void {
    this.#startedAt = this.#since = performance.now();
    this.#cpuAtStart = recentCpuUsage(this.#startedAt);
    this.#isRunning = true;
  }

  /** Ends a stretch. @throws FunctionFailure when the limit is exceeded */
  pause(): void {
    this.#count();
    const failure = this.failure();
    if (failure) throw failure;
  }

  resume(): void {
    this.#since = performance.now();
  }

  /** Called when the code waits while the thread does something else. */
  stop(): void {
    if (!this.#isRunning) return;
    this.#count();
    this.#cpuMs = this.#processorMs();
    this.#isRunning = false;
  }

  /** Time used until the last `pause` or `stop`, in ms. */
  get usedMs(): number {
    return Math.min(this.#usedMs, this.#processorMs());
  }

  /** Returns the failure of a run that has exceeded the limit; null before that. */
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

/** Stretches shorter than this are measured by the wall clock alone. */
const BRIEF_MS = 5;
/** Maximum age of a cached CPU time reading. */
const READING_MS = 25;

let reading = { at: -Infinity, usage: cpuUsage() };

/** Returns the CPU time of this process, as read at most `READING_MS` before `now`. */
function recentCpuUsage(now: number): NodeJS.CpuUsage {
  if (now - reading.at >= READING_MS) reading = { at: now, usage: cpuUsage() };
  return reading.usage;
}
