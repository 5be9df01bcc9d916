import { setTimeout as pause } from "node:timers/promises";
import type { Value } from "convex/values";
import type { Page } from "playwright-core";

/** A query that a page has the server answer again whenever the answer changes. */
export type LiveQuery = { readonly path: string; readonly args: Record<string, Value> };

/** The message with which a page begins and ends live queries. */
type ModifyQuerySet = {
  readonly type: "ModifyQuerySet";
  readonly modifications: readonly (
    | { type: "Add"; queryId: number; udfPath: string; args: readonly [Record<string, Value>] }
    | { type: "Remove"; queryId: number }
  )[];
};

/** So long after the latest message, no further one is on its way. */
const QUIET_MS = 2_000;

/**
 * Follows the socket of a page, which is opened afterwards: the live queries that it has, and when
 * the last of them was begun or answered.
 */
export class PageSocket {
  readonly #queries = new Map<number, LiveQuery>();
  #busyAtMs = performance.now();

  constructor(page: Page) {
    page.on("websocket", (socket) => {
      this.#queries.clear(); // a new socket asks for everything anew
      socket.on("framesent", ({ payload }) => this.#onSent(String(payload)));
      socket.on("framereceived", ({ payload }) => {
        if (String(payload).includes('"Transition"')) this.#busyAtMs = performance.now();
      });
    });
  }

  get queries(): LiveQuery[] {
    return [...this.#queries.values()];
  }

  /** Resolves with the moment of the last answer, once no further one is on its way. */
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
