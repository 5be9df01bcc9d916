import { createHook } from "node:async_hooks";
import { TransactionExecution } from "./execution";
import { currentIsolate } from "./isolation";
import type { UserTime } from "./userTime";

/**
 * Detects when the code of a query or mutation that waited for something other than its database is
 * on the thread. Several runs may wait at a time, so the async context of each callback identifies
 * the run:
 *
 *     await crypto.subtle.digest(…)     add(run)
 *     another function's callbacks      no call
 *     the digest completes              onResumed(run); own code until the next await
 *     the code awaits something again   onYielded(run)
 *     the run ends                      delete(run)
 *
 * Node calls the hook before and after every callback of the process, but only while a run waits:
 * functions that use only their database never pay for it.
 */
export class SuspendedRuns {
  /**
   * Waiting runs by user time. Nested functions share it, so their code is attributed to the run
   * too.
   */
  readonly #runs = new Map<UserTime, TransactionExecution>();
  /** Run on the thread, and the callback that resumed it. */
  #resumed: { readonly run: TransactionExecution; readonly asyncId: number } | null = null;
  readonly #hook = createHook({
    before: (asyncId) => this.#before(asyncId),
    after: (asyncId) => {
      if (this.#resumed?.asyncId === asyncId) this.#yield();
    },
  });

  /** Neither callback may throw: Node ends the process when a hook throws. */
  constructor(
    readonly onResumed: (run: TransactionExecution) => void,
    readonly onYielded: (run: TransactionExecution) => void,
  ) {}

  add(run: TransactionExecution): void {
    if (this.#runs.size === 0) this.#hook.enable();
    this.#runs.set(run.userTime, run);
  }

  delete(run: TransactionExecution): void {
    if (!this.#runs.delete(run.userTime)) return;
    if (this.#resumed?.run === run) this.#yield();
    if (this.#runs.size === 0) this.#hook.disable();
  }

  #before(asyncId: number): void {
    if (this.#resumed !== null) return; // a nested callback counts as part of the outer one
    const isolate = currentIsolate();
    if (!(isolate instanceof TransactionExecution)) return;
    const run = this.#runs.get(isolate.userTime);
    if (!run) return;
    this.#resumed = { run, asyncId };
    this.onResumed(run);
  }

  #yield(): void {
    const resumed = this.#resumed;
    this.#resumed = null;
    if (resumed) this.onYielded(resumed.run);
  }
}
