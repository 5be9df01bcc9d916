import { setTimeout as pause } from "node:timers/promises";
import type { Value } from "convex/values";
import type { Page } from "playwright-core";

/** A live query of a page. */
export type LiveQuery = { readonly path: string; readonly args: Record<string, Value> };

/** Message with which a page begins and ends live queries. */
type ModifyQuerySet = {
  readonly type: "ModifyQuerySet";
  readonly modifications: readonly (
    | { type: "Add"; queryId: number; udfPath: string; args: readonly [Record<string, Value>] }
    | { type: "Remove"; queryId: number }
  )[];
};

/** Time after the latest message when no further one is in flight. */
const QUIET_MS = 2_000;

/**
 * Follows the socket of a page that is opened afterwards: its live queries, and the time when the
 * last of them began or was answered.
 */
export class PageSocket {
  readonly #queries = new Map<number, LiveQuery>();
  #busyAtMs = performance.now();

  constructor(page: Page) {
    page.on("websocket", (socket) => {
      this.#queries.clear(); // a new socket subscribes to everything again
      socket.on("framesent", ({ payload }) => this.#onSent(String(payload)));
      socket.on("framereceived", ({ payload }) => {
        if (String(payload).includes('"Transition"')) this.#busyAtMs = performance.now();
      });
    });
  }

  get queries(): LiveQuery[] {
    return [...this.#queries.values()];
  }

  /** Resolves to the time of the last answer, once no further one is in flight. */
  async settled(): Promise<number> {
    for (;;) {
      const restMs = this.#busyAtMs + QUIET_MS - performance.now();
      if (restMs <= 0) return this.#busyAtMs;
      await pause(restMs);
    }
  }

  #onSent(payload: string): void {
    const message = JSON.parse(payload) as ModifyQuerySet | { readonly type: "other" };
    if (message.type !== "ModifyQuerySet") return;
    this.#busyAtMs = performance.now();
    for (const modification of message.modifications) {
      const { queryId } = modification;
      if (modification.type === "Remove") this.#queries.delete(queryId);
      else this.#queries.set(queryId, { path: modification.udfPath, args: modification.args[0] });
    }
  }
}
