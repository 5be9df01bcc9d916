import { AsyncResource } from "node:async_hooks";
import { setImmediate } from "node:timers";

/**
 * Updates run for about this long in one turn of the event loop; then sockets and disk get theirs.
 */
const TURN_MS = 1;
/**
 * Sessions whose clients wait for no answer get every second place once one has queued this long.
 */
const MAX_WAIT_MS = 20;

/** Runs one session's queries and sends its Transition. Never rejects. */
type Update = () => Promise<void>;

/**
 * Orders the Transitions of all sessions.
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
  /**
   * Updates whose clients wait for an answer, oldest first. An update is in this set or the next.
   */
  readonly #awaited = new Set<Update>();
  /**
   * The other updates, oldest first, each with the time at which it was added (performance.now).
   */
  readonly #others = new Map<Update, number>();
  #isScheduled = false;
  #turnStartedAt = 0;
  #wasAwaited = false;

  /** @param now milliseconds of a clock that never goes back */
  constructor(readonly now: () => number = () => performance.now()) {}

  /**
   * Queues an update once.
   * @param isAwaited the session's client waits for an answer; true also moves up an update that is
   *   queued already
   */
  add(update: Update, isAwaited: boolean): void {
    if (this.#awaited.has(update)) return;
    if (isAwaited) {
      this.#others.delete(update);
      this.#awaited.add(update);
    } else if (!this.#others.has(update)) {
      this.#others.set(update, this.now());
    }
    this.#schedule();
  }

  /**
   * Bound to the context of this queue: `add` is called in the async context of some mutation, and
   * no update may run in it.
   */
  readonly #schedule = AsyncResource.bind(() => {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#turnStartedAt = this.now();
      this.#step();
    });
  });

  /**
   * Starts one update. The next one starts when this one waits for the disk or a socket, or ends.
   */
  #step(): void {
    const update = this.#take();
    if (!update) {
      this.#isScheduled = false;
      return;
    }
    void update();
    if (this.now() - this.#turnStartedAt < TURN_MS) return process.nextTick(() => this.#step());
    this.#isScheduled = false;
    this.#schedule();
  }

  #take(): Update | undefined {
    const [awaited] = this.#awaited;
    const [[waiting, since] = [undefined, Infinity]] = this.#others;
    const isOverdue = this.#wasAwaited && this.now() - since > MAX_WAIT_MS;
    const update = isOverdue ? waiting : (awaited ?? waiting);
    if (!update) return undefined;
    this.#others.delete(update);
    this.#wasAwaited = this.#awaited.delete(update);
    return update;
  }
}
