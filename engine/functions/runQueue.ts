import { stat } from "node:fs";
import { nextTick } from "node:process";
import { setImmediate, setTimeout } from "node:timers";
import { LIMITS } from "../values/limits";
import type { Watchdog } from "../watchdog/watchdog";
import { FunctionFailure } from "./errors";
import type { TransactionExecution } from "./execution";
import { SuspendedRuns } from "./suspendedRuns";

/**
 * Runs queries and mutations one after another, so that the time each uses can be measured. This
 * delays no call: a query or mutation waits for nothing but its own database, so it runs from start
 * to end without yielding to the event loop.
 *
 * A run that has not ended by then waits for something else, such as `crypto.subtle`, or for a
 * promise that never settles. The next run then begins, and the waiting one fails after
 * `LIMITS.hangTimeMs`. Thread time that it uses after the wait is measured separately.
 */
export class RunQueue {
  #running: TransactionExecution | null = null;
  readonly #waiting: { run: TransactionExecution; begin: () => void }[] = [];
  #isTurnWatched = false;
  readonly #suspended = new SuspendedRuns(
    (run) => {
      this.#running?.userTime.stop(); // both runs' promises were settled in the same turn
      run.steps++;
      run.userTime.start();
    },
    (run) => {
      stopTime(run);
      this.#running?.userTime.start();
    },
  );

  constructor(readonly watchdog: Watchdog | null) {}

  /**
   * @throws FunctionFailure when `run` exceeds its time limit or hangs; otherwise, any error that
   *   `body` throws
   */
  async run<T>(run: TransactionExecution, body: () => Promise<T>): Promise<T> {
    if (this.#running === null) this.#begin(run);
    else await new Promise<void>((begin) => this.#waiting.push({ run, begin }));
    run.userTime.start();
    try {
      const value = await run.untilFailed(body);
      run.userTime.stop();
      const failure = run.userTime.failure();
      if (failure) throw failure;
      return value;
    } finally {
      this.#suspended.delete(run);
      if (this.#running === run) this.#beginNext();
      else if (run.watched) this.watchdog?.ended(run.watched);
    }
  }

  #begin(run: TransactionExecution): void {
    this.#running = run;
    this.watchdog?.running(run.watched);
    if (this.#isTurnWatched) return;
    this.#isTurnWatched = true;
    // A `nextTick` called in a microtask runs after all microtasks and before the event loop's next
    // callback, so the time of other callbacks does not count towards this run.
    queueMicrotask(() => nextTick(() => this.#endTurn()));
  }

  #beginNext(): void {
    const next = this.#waiting.shift();
    this.#running = null;
    if (!next) return this.watchdog?.running(null);
    this.#begin(next.run);
    next.begin();
  }

  /**
   * Called when the thread has nothing left to do for the current run: if it has not ended, it
   * waits.
   */
  #endTurn(): void {
    this.#isTurnWatched = false;
    const suspended = this.#running;
    if (suspended === null) return;
    stopTime(suspended);
    this.#suspended.add(suspended);
    if (suspended.watched) this.watchdog?.waiting(suspended.watched);
    failIfHanging(suspended);
    this.#beginNext();
  }
}

/** Stops measuring `run`'s time, and fails the run if it exceeded its limit. */
function stopTime(run: TransactionExecution): void {
  run.userTime.stop();
  const failure = run.userTime.failure();
  if (failure && !run.isSettled) run.fail(failure);
}

/**
 * Fails `run` when it makes no progress for `LIMITS.hangTimeMs`. A run may legitimately wait for
 * work in Node's thread pool; a file system call queued behind that work shows whether the pool is
 * merely busy.
 */
function failIfHanging(run: TransactionExecution): void {
  const { steps } = run;
  const look = () => {
    if (run.isSettled) return;
    if (run.steps > steps) return failIfHanging(run);
    run.fail(
      new FunctionFailure(
        `Function execution timed out: it waited ${LIMITS.hangTimeMs / 1000}s for a promise that nothing settled`,
      ),
    );
  };
  setTimeout(() => stat(".", () => setImmediate(look)), LIMITS.hangTimeMs).unref();
}
