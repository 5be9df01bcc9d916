import { createHook, executionAsyncResource } from "node:async_hooks";
import { nextTick } from "node:process";
import { TransactionExecution } from "./execution";
import { currentIsolate, runOutside } from "./isolation";
import type { UserTime } from "./userTime";

/** The run on the thread, and the callback that brought it there. */
interface Resumed {
  readonly run: TransactionExecution;
  readonly asyncId: number;
  /** True for a promise: no microtasks after its continuation are the run's. */
  readonly isPromise: boolean;
  /** The callback has returned, and its microtasks have not. */
  isOver: boolean;
}

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
 * functions that use only their database never pay for it. So the code's first `await` precedes the
 * hook, and since Node 24 the hook is not called for its continuation. The continuation runs in the
 * microtasks after the callback that settled the awaited promise, and counts as part of it.
 */
export class SuspendedRuns {
  /**
   * Waiting runs by user time. Nested functions share it, so their code is attributed to the run
   * too.
   */
  readonly #runs = new Map<UserTime, TransactionExecution>();
  #resumed: Resumed | null = null;
  readonly #hook = createHook({
    before: (asyncId) => this.#before(asyncId),
    after: (asyncId) => this.#after(asyncId),
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
    const last = this.#resumed;
    if (last !== null && !last.isOver) return; // a nested callback counts as part of the outer one
    const isolate = currentIsolate();
    if (!(isolate instanceof TransactionExecution)) return;
    const run = this.#runs.get(isolate.userTime);
    if (!run) return;
    const isPromise = executionAsyncResource() instanceof Promise;
    if (last?.run !== run) this.#yield();
    this.#resumed = { run, asyncId, isPromise, isOver: false };
    if (last?.run !== run) this.onResumed(run);
  }

  #after(asyncId: number): void {
    const resumed = this.#resumed;
    if (resumed?.asyncId !== asyncId) return;
    if (resumed.isPromise) return this.#yield();
    resumed.isOver = true;
    const yieldIfStillThere = () => {
      if (this.#resumed === resumed) this.#yield();
    };
    // A `nextTick` called in a microtask runs after all microtasks. In the run's own context, these
    // callbacks would count as the run's, and ask for others for ever.
    runOutside(() => queueMicrotask(() => nextTick(yieldIfStillThere)));
  }

  #yield(): void {
    const resumed = this.#resumed;
    this.#resumed = null;
    if (resumed) this.onYielded(resumed.run);
  }
}
