import type { JSONValue } from "convex/values";
import type { Clock, WriteTransaction } from "../commit/database";
import { countScheduled, LIMITS } from "../values/limits";

/**
 * A row of `_scheduled_functions`, as functions see it too.
 * pending -> inProgress (actions only) -> success | failed; canceled from the first two.
 */
export type ScheduledFunction = {
  /** `messages.js:send` */
  name: string;
  /** One object. */
  args: JSONValue[];
  /** Epoch ms. */
  scheduledTime: number;
  state:
    | { kind: "pending" }
    | { kind: "inProgress" }
    | { kind: "success" }
    | { kind: "failed"; error: string }
    | { kind: "canceled" };
  /** Epoch ms. */
  completedTime?: number;
};

const HORIZON_MS = LIMITS.scheduleHorizonYears * 365 * 24 * 3600 * 1000;

/** Adds and cancels scheduled functions, within the transaction of who asks for it. */
export class JobQueue {
  readonly #clock: Clock;
  #onWake: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * @param path a function that exists; the caller checks
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

  /** A function that has ended stays as it is. @throws when the row is gone */
  cancel(tx: WriteTransaction, id: string): void {
    const found = tx.tableOfId(id) === "_scheduled_functions" ? tx.get(id) : null;
    if (!found) throw new Error(`Scheduled function ${id} not found`);
    const { state } = JSON.parse(found.json) as ScheduledFunction;
    if (state.kind !== "pending" && state.kind !== "inProgress") return;
    tx.patch(id, { state: { kind: "canceled" }, completedTime: this.#clock.now() });
  }

  /** Tells the scheduler that a committed transaction scheduled something. */
  wake(): void {
    this.#onWake();
  }

  onWake(listener: () => void): void {
    this.#onWake = listener;
  }
}
