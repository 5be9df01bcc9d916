import { AsyncResource } from "node:async_hooks";
import { nextTick } from "node:process";
import { setImmediate } from "node:timers";

/** The least that a turn counts, so that callers of turns too short to measure alternate. */
const MIN_TURN_MS = 0.05;
/** An idle turn of the event loop takes a tenth of this. */
const IDLE_LOOP_MS = 0.3;
/** Turns of the loop between two turns: one accepts a connection, the next reads its request. */
const MIN_LOOPS = 2;
/** Other work may always use this much between two turns: a commit's fsync. */
const MIN_GIVEN_MS = 5;

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
 * Spreads one-off work over turns of the event loop: HTTP queries, the syscalls and the code of
 * actions, chunks of streamed answers. Mutations and live queries wait for no turn. Between two
 * turns they may use the thread for as long as the turn before took, so a hand-over waits for one
 * turn, and one-off work gets half of the thread however busy the others keep it:
 *
 *     arrived together     page page page … (ten browsers load all samples), a hand-over
 *     loop                 sockets: the hand-over runs
 *     loop                 disk: it is committed, its caller is answered
 *     loop                 recipients' lists
 *     loop                 nothing: page
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
  /** Until then other work goes first. */
  #givenUntil = 0;
  #loops = 0;
  #loopBeganAt = 0;

  /**
   * @param isCommitting true while a mutation waits for the disk
   * @param defer calls back in the next turn of the event loop, after sockets and disk
   * @param now milliseconds of a clock that never goes back
   */
  constructor(
    readonly isCommitting: () => boolean,
    readonly defer: (turn: () => void) => void = setImmediate,
    readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Resolves when it is the caller's turn. The code behind it has the thread until it waits.
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
    this.#loops = 0;
    this.#deferTurn();
  });

  #deferTurn(): void {
    this.#loopBeganAt = this.now();
    this.defer(() => {
      this.#loops += 1;
      if (this.#loops < MIN_LOOPS || this.#isOthersTurn()) this.#deferTurn();
      else this.#turn();
    });
  }

  #isOthersTurn(): boolean {
    const now = this.now();
    const isThreadInUse = now - this.#loopBeganAt > IDLE_LOOP_MS;
    return now < this.#givenUntil && (isThreadInUse || this.isCommitting());
  }

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
        const endedAt = this.now();
        share.lastMs = Math.max(MIN_TURN_MS, endedAt - startedAt);
        this.#givenUntil = endedAt + Math.max(MIN_GIVEN_MS, share.lastMs);
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
