import type { JSONValue } from "convex/values";
import type { Clock, WriteTransaction } from "../commit/database";
import { countScheduled, LIMITS } from "../values/limits";

/**
 * A row of `_scheduled_functions`; functions read it through `ctx.db.system`. Its states:
 *
 *     pending ──► inProgress (actions only) ──► success | failed
 *        └───────────────┴──► canceled
 *
 * A mutation goes directly from pending to success or failed.
 */
export type ScheduledFunction = {
  /** Path of the function, as in `messages.js:send`. */
  name: string;
  /** The function's arguments: one object. */
  args: JSONValue[];
  /** Time at which the function is due, epoch ms. */
  scheduledTime: number;
  state:
    | { kind: "pending" }
    | { kind: "inProgress" }
    | { kind: "success" }
    | { kind: "failed"; error: string }
    | { kind: "canceled" };
  /** Time at which the run ended or was canceled, epoch ms. */
  completedTime?: number;
};

const HORIZON_MS = LIMITS.scheduleHorizonYears * 365 * 24 * 3600 * 1000;

/** Adds and cancels scheduled functions within the caller's transaction. */
export class JobQueue {
  readonly #clock: Clock;
  #onWake: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Adds a scheduled function. Call `wake` after the transaction has committed.
   *
   * @param path of an existing function; the caller has checked that it exists
   * @param runAtMs epoch ms
   * @returns id of the `_scheduled_functions` row
   */
  schedule(
    tx: WriteTransaction,
    { path, args, runAtMs }: { path: string; args: JSONValue; runAtMs: number },
  ): string {
    const delayMs = runAtMs - this.#clock.now();
    if (Math.abs(delayMs) > HORIZON_MS) {
      const direction = delayMs > 0 ? "future" : "past";
      throw new Error(
        `Functions cannot be scheduled more than ${LIMITS.scheduleHorizonYears} years in the ${direction}.`,
      );
    }
    countScheduled(tx.metrics, Buffer.byteLength(JSON.stringify(args)));
    const row: ScheduledFunction = {
      name: path.replace(":", ".js:"),
      args: [args],
      scheduledTime: runAtMs,
      state: { kind: "pending" },
    };
    return tx.insert("_scheduled_functions", row);
  }

  /**
   * Cancels a function that has not ended; one that has ended is unchanged. @throws Error when the
   * row does not exist
   */
  cancel(tx: WriteTransaction, id: string): void {
    const found = tx.tableOfId(id) === "_scheduled_functions" ? tx.get(id) : null;
    if (!found) throw new Error(`Scheduled function ${id} not found`);
    const { state } = JSON.parse(found.json) as ScheduledFunction;
    if (state.kind !== "pending" && state.kind !== "inProgress") return;
    tx.patch(id, { state: { kind: "canceled" }, completedTime: this.#clock.now() });
  }

  /** Notifies the scheduler that a committed transaction has scheduled a function. */
  wake(): void {
    this.#onWake();
  }

  onWake(listener: () => void): void {
    this.#onWake = listener;
  }
}
