import { setImmediate } from "node:timers";

/**
 * Spreads one-off queries (HTTP requests) over turns of the event loop, one in each, first come
 * first served. Everything else runs as soon as it arrives:
 *
 *     arrived together     page page page … (ten browsers load all samples), a hand-over
 *     turn of the loop     sockets, disk: the hand-over   then: page
 *     next turn            sockets, disk: its fsync, its  then: page
 *                          recipients' lists
 *
 * So a mutation, its commit and its Transitions wait for one page each, not for all that arrived
 * before them. A one-off query waits for as many turns as one-off queries are ahead of it, however
 * busy mutations and live queries keep the thread.
 */
export class OneOffTurns {
  readonly #waiting: (() => void)[] = [];

  /** @param defer calls back in the next turn of the event loop, after sockets and disk */
  constructor(readonly defer: (turn: () => void) => void = setImmediate) {}

  /** Resolves in a turn of the event loop that is the caller's alone. */
  next(): Promise<void> {
    return new Promise((begin) => {
      this.#waiting.push(begin);
      if (this.#waiting.length === 1) this.#schedule();
    });
  }

  #schedule(): void {
    this.defer(() => {
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#schedule();
    });
  }
}
