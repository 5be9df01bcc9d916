import { AsyncResource } from "node:async_hooks";
import { setImmediate } from "node:timers";

/** Transitions made in one turn of the event loop take about this long; then sockets are read. */
const TURN_MS = 1;
/** A session that nobody waits at for longer than this gets every second place. */
const MAX_WAIT_MS = 20;

/** One session's part: runs its queries and sends a Transition. Never rejects. */
type Update = () => Promise<void>;

/**
 * Decides whose Transition is made next.
 *
 * A commit invalidates queries of many sessions, and each runs its own again on the one thread. The
 * client that called the mutation gets its promise resolved by its own Transition, so that one goes
 * first, and so does that of a client which has just asked for new queries:
 *
 *     Ana's hand-over commits   waiting: Bruno, Claire, … (500 lists), Ana
 *     Ana is answered           awaited: Ana                waiting: Bruno, Claire, …
 *     order of Transitions      Ana, Bruno, Claire, …
 *
 * Invariant: an update starts behind all promises that are settled when it is its turn, so the
 * response of a mutation is ahead of the Transition that shows its commit.
 */
export class TransitionQueue {
  /** First come, first served; a session stands in one of the two. */
  readonly #awaited = new Set<Update>();
  /** Value: since when (performance.now). */
  readonly #others = new Map<Update, number>();
  #isScheduled = false;
  #turnStartedAt = 0;
  #wasAwaited = false;

  /** @param isAwaited the session's client waits for an answer; true also moves up a waiting session */
  add(update: Update, isAwaited: boolean): void {
    if (this.#awaited.has(update)) return;
    if (isAwaited) {
      this.#others.delete(update);
      this.#awaited.add(update);
    } else if (!this.#others.has(update)) {
      this.#others.set(update, performance.now());
    }
    this.#schedule();
  }

  /** Bound to no caller's async context: commits run in that of the mutation behind them. */
  readonly #schedule = AsyncResource.bind(() => {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#turnStartedAt = performance.now();
      this.#step();
    });
  });

  /** Starts one update. What it does until it waits for the disk or a socket is done before the next. */
  #step(): void {
    const update = this.#take();
    if (!update) {
      this.#isScheduled = false;
      return;
    }
    void update();
    if (performance.now() - this.#turnStartedAt < TURN_MS)
      return process.nextTick(() => this.#step());
    this.#isScheduled = false;
    this.#schedule();
  }

  #take(): Update | undefined {
    const [awaited] = this.#awaited;
    const [[waiting, since] = [undefined, Infinity]] = this.#others;
    const isOverdue = this.#wasAwaited && performance.now() - since > MAX_WAIT_MS;
    const update = isOverdue ? waiting : (awaited ?? waiting);
    if (!update) return undefined;
    this.#others.delete(update);
    this.#wasAwaited = this.#awaited.delete(update);
    return update;
  }
}
