import { stat } from "node:fs";
import { nextTick } from "node:process";
import { setImmediate, setTimeout } from "node:timers";
import { LIMITS } from "../values/limits";
import type { Watchdog } from "../watchdog/watchdog";
import { FunctionFailure } from "./errors";
import type { TransactionExecution } from "./execution";
import { SuspendedRuns } from "./suspendedRuns";

/**
 * Lets queries and mutations use the thread one after another, so that the time each one uses can
 * be told from the others'. Nobody waits longer for it: a query or mutation has nothing to wait for
 * but its own database, so it runs from its first line to its last before the event loop goes on.
 *
 * One that has not ended by then waits for something else, such as `crypto.subtle`, or for a
 * promise that nothing settles. The next run then begins, and the waiting one fails after
 * `LIMITS.hangTimeMs`. What it uses of the thread after that wait is counted by itself.
 */
export class RunQueue {
  #running: TransactionExecution | null = null;
  readonly #waiting: { run: TransactionExecution; begin: () => void }[] = [];
  #isTurnWatched = false;
  readonly #suspended = new SuspendedRuns(
    (run) => {
      this.#running?.userTime.stop(); // its promises and this run's were settled in one turn
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
   * @throws FunctionFailure when `run` uses more than its time or hangs; else whatever `body`
   *   throws
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
    // A `nextTick` called in a microtask runs after all microtasks and before the next callback of
    // the event loop, so the time of other callbacks is not counted as this run's.
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
   * Called when a run has not ended and the thread has nothing left to do for it: the run waits.
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

/** Stops counting `run`'s time, and fails it when it has used too much. */
function stopTime(run: TransactionExecution): void {
  run.userTime.stop();
  const failure = run.userTime.failure();
  if (failure && !run.isSettled) run.fail(failure);
}

/**
 * Fails `run` when it makes no progress for `LIMITS.hangTimeMs`. What it may rightly wait for is
 * work of Node's thread pool; a call of the file system queued behind that work proves that the
 * pool is not merely busy.
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
