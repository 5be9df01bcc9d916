import { AsyncResource } from "node:async_hooks";
import { nextTick } from "node:process";
import { setImmediate } from "node:timers";
import type { TurnKey } from "../commit/mutationQueue";
import { Rotation } from "../commit/rotation";

/** Minimum duration counted for a turn, so that callers with immeasurably short turns alternate. */
const MIN_TURN_MS = 0.05;
/** A loop iteration longer than this did other work; an idle one takes a tenth of it. */
const IDLE_LOOP_MS = 0.3;
/** Loop iterations between two turns: one accepts a connection, the next reads its request. */
const MIN_LOOPS = 2;
/** Time that other work may always use between two turns, enough for a commit's fsync. */
const MIN_GIVEN_MS = 5;

/** One caller's share of the thread. */
interface Share {
  /** Starts the caller's waiting turns; its parts take turns. */
  readonly waiting: Rotation<() => void>;
  /** The caller's position on the virtual clock; grows by the duration of each of its turns. */
  usedMs: number;
  /** Duration of the caller's last turn, the estimate for its next one. */
  lastMs: number;
}

/**
 * Spreads one-off work over turns of the event loop: HTTP queries, the syscalls and code of
 * actions, chunks of streamed responses. Mutations and live queries take no turns. Between two
 * turns they may use the thread for as long as the previous turn took, so a hand-over waits for at
 * most one turn, and one-off work gets half of the thread even under constant load:
 *
 *     arrived together     page page page … (ten browsers load all samples), a hand-over
 *     loop iteration       sockets: the hand-over runs
 *     loop iteration       disk: it is committed, its caller is answered
 *     loop iteration       live queries: the recipients' lists
 *     loop iteration       idle: page
 *
 * Callers share the thread by weighted fair queueing (WFQ), as routers share a line: the next turn
 * goes to the caller whose used time will be lowest at its end. Within one caller its parts take
 * turns (rotation.ts); one part's turns begin in the order of its requests. So busy callers get
 * equal time, and a light caller overtakes heavy ones:
 *
 *     Ana exports (30 ms a page), Bruno exports (10 ms a page)     A B B B A B B B …
 *     Claire signs in (three short turns) meanwhile                A C C C B B B A …
 *
 * A returning caller is credited with the average use of the others (`#virtualMs`): idle time is
 * not saved up. A turn is not a lock: there is nothing to release, so a call that waits for another
 * call cannot block it.
 */
export class FairTurns {
  /** Callers that are waiting or have used more than `#virtualMs`. */
  readonly #shares = new Map<string, Share>();
  /** Time used by a hypothetical caller that has always been waiting for turns. */
  #virtualMs = 0;
  #isScheduled = false;
  /** Caller whose turn it is. */
  #current: Share | null = null;
  /** Time until which other work goes first. */
  #givenUntil = 0;
  #loops = 0;
  #loopBeganAt = 0;

  /**
   * @param isCommitting returns true while a mutation waits for the disk
   * @param defer calls back in the next iteration of the event loop, after sockets and disk
   * @param now milliseconds of a monotonic clock
   */
  constructor(
    readonly isCommitting: () => boolean,
    readonly defer: (turn: () => void) => void = setImmediate,
    readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Resolves when it is the caller's turn. The code that follows has the thread until it awaits.
   *
   * @param key the caller's `turnKeyOf`
   */
  next({ caller, part }: TurnKey): Promise<void> {
    return new Promise((begin) => {
      const share = this.#shares.get(caller) ?? { waiting: new Rotation(), usedMs: 0, lastMs: 0 };
      this.#shares.set(caller, share);
      const isBack = share.waiting.isEmpty && share !== this.#current;
      if (isBack) share.usedMs = Math.max(share.usedMs, this.#virtualMs);
      share.waiting.add([part], begin);
      this.#schedule();
    });
  }

  /**
   * Bound to this object's async context, because `next` is called in the contexts of functions.
   */
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
    share.waiting.take()?.();
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
   * Chooses the caller of the next turn and counts the waiting callers. Forgets idle callers that
   * have used no more than `#virtualMs`.
   */
  #choose(): { share: Share | null; callers: number } {
    let chosen: Share | null = null;
    let callers = 0;
    for (const [caller, share] of this.#shares) {
      if (!share.waiting.isEmpty) {
        callers += 1;
        if (chosen === null || endOf(share) < endOf(chosen)) chosen = share;
      } else if (share.usedMs <= this.#virtualMs) this.#shares.delete(caller);
    }
    return { share: chosen, callers };
  }
}

const endOf = ({ usedMs, lastMs }: Share) => usedMs + lastMs;
