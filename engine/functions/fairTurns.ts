import { AsyncResource } from "node:async_hooks";
import { nextTick } from "node:process";
import { setImmediate } from "node:timers";

/** The least that a turn counts, so that callers of turns too short to measure alternate. */
const MIN_TURN_MS = 0.05;

/** One caller's part of the thread. */
interface Share {
  /** Starts the turns that the caller waits for, oldest first. */
  readonly waiting: (() => void)[];
  /** The caller's place on the virtual clock: it grows by the time of each of its turns. */
  usedMs: number;
  /** Time of its last turn: what the next one may take. */
  lastMs: number;
}

/**
 * Spreads one-off work over turns of the event loop, one in each: HTTP queries, the syscalls and
 * the code of actions, chunks of streamed answers. Mutations and live queries wait for no turn, so
 * each of their steps waits for one turn at most:
 *
 *     arrived together     page page page … (ten browsers load all samples), a hand-over
 *     turn of the loop     sockets, disk: the hand-over   then: page
 *     next turn            sockets, disk: its fsync, its  then: page
 *                          recipients' lists
 *
 * Callers share the time of the thread by fair queueing (WFQ), as routers share a line: the next
 * turn goes to the caller who will have used least by its end. A caller's own turns begin in the
 * order in which they were asked for. So callers who keep asking get equal time, and a caller who
 * asks for little passes those who ask for much:
 *
 *     Ana exports (30 ms a page), Bruno exports (10 ms a page)     A B B B A B B B …
 *     Claire signs in (three short turns) meanwhile                A C C C B B B A …
 *
 * A caller who comes back counts as having used what the others have on average (`#virtualMs`):
 * idle time is not saved up. A turn is no lock. Nothing has to be released, so a call that waits
 * for another call cannot block it.
 */
export class FairTurns {
  /** Callers who wait, or have used more than `#virtualMs`. */
  readonly #shares = new Map<string, Share>();
  /** The time that a caller has used who has asked for turns all along. */
  #virtualMs = 0;
  #isScheduled = false;
  /** The caller whose turn it is. */
  #current: Share | null = null;

  /**
   * @param defer calls back in the next turn of the event loop, after sockets and disk
   * @param now milliseconds of a clock that never goes back
   */
  constructor(
    readonly defer: (turn: () => void) => void = setImmediate,
    readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Resolves in a turn of the event loop that is the caller's alone.
   * @param caller names the caller: `callerKeyOf`
   */
  next(caller: string): Promise<void> {
    return new Promise((begin) => {
      const share = this.#shares.get(caller) ?? { waiting: [], usedMs: 0, lastMs: 0 };
      this.#shares.set(caller, share);
      const isBack = share.waiting.length === 0 && share !== this.#current;
      if (isBack) share.usedMs = Math.max(share.usedMs, this.#virtualMs);
      share.waiting.push(begin);
      this.#schedule();
    });
  }

  /** Bound to the context of this object: `next` is called in the async contexts of functions. */
  readonly #schedule = AsyncResource.bind(() => {
    if (this.#isScheduled || this.#current !== null) return;
    this.#isScheduled = true;
    this.defer(() => this.#turn());
  });

  #turn(): void {
    this.#isScheduled = false;
    const { share, callers } = this.#choose();
    if (share === null) return;
    this.#current = share;
    const startedAt = this.now();
    share.waiting.shift()?.();
    // A `nextTick` called in a microtask runs after all microtasks, so after the turn's work.
    queueMicrotask(() =>
      nextTick(() => {
        this.#current = null;
        share.lastMs = Math.max(MIN_TURN_MS, this.now() - startedAt);
        share.usedMs += share.lastMs;
        this.#virtualMs += share.lastMs / callers;
        this.#schedule();
      }),
    );
  }

  /**
   * The waiting caller whose turn is next, and the number of callers who wait. Forgets callers who
   * are ahead of nobody.
   */
  #choose(): { share: Share | null; callers: number } {
    let chosen: Share | null = null;
    let callers = 0;
    for (const [caller, share] of this.#shares) {
      if (share.waiting.length > 0) {
        callers += 1;
        if (chosen === null || endOf(share) < endOf(chosen)) chosen = share;
      } else if (share.usedMs <= this.#virtualMs) this.#shares.delete(caller);
    }
    return { share: chosen, callers };
  }
}

const endOf = ({ usedMs, lastMs }: Share) => usedMs + lastMs;
