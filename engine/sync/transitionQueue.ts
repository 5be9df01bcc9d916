import { AsyncResource } from "node:async_hooks";
import { nextTick } from "node:process";
import { setImmediate } from "node:timers";
import { Rotation, type RotationPath } from "../commit/rotation";

/**
 * Length of one session's turn; a running query completes first. The 20 queries of a typical tab
 * take about as long, so when all tabs of an office reconnect, they complete one after another.
 */
const TURN_MS = 5;
/** Short turns follow one another for this long before the event loop serves sockets and disk. */
const SERVE_MS = 1;
/**
 * Once a session whose client awaits no answer has queued for this long, such sessions get half of
 * the time.
 */
const MAX_WAIT_MS = 20;

/** A session's position in the queue. */
export interface Place {
  /** Sessions take turns by caller, then by socket: ownerOf in socketOwner.ts. */
  readonly path: RotationPath;
  /** True when the session's client is waiting for an answer. */
  readonly isAwaited: boolean;
}

/** A session's right to use the thread. */
export interface Turn {
  /** True once the session has used up its turn and should wait for `next`. */
  readonly isOver: boolean;
  /** Resolves at the session's next turn, after the sessions of all other callers. */
  next(): Promise<void>;
}

/** Runs one session's queries, in turns, and sends its Transition. Never rejects. */
type Update = (turn: Turn) => Promise<void>;

interface Entry extends Place {
  /** Time at which it was queued, by `now`. */
  readonly since: number;
  readonly begin: () => void;
}

/**
 * Shares the thread between sessions: orders their Transitions and the query runs they need.
 *
 * A commit invalidates queries of many sessions, and each reruns its own on the single thread. The
 * client that called the mutation waits for its own Transition to resolve its promise, so that
 * session goes first, as does one whose client has just subscribed to new queries:
 *
 *     Ana's hand-over commits   waiting: Bruno, Claire, … (500 lists), Ana
 *     Ana is answered           awaited: Ana                waiting: Bruno, Claire, …
 *     order of Transitions      Ana, Bruno, Claire, …
 *
 * Among sessions of one kind, callers take turns of TURN_MS (rotation.ts), so a caller with
 * thousands of queries delays the others by one turn each, not by all of its queries:
 *
 *     Mallory subscribes to 4,000 queries, on two sockets; then Ana and Bruno to two each
 *     order of turns            Mallory 1, Ana, Bruno, Mallory 2, Mallory 1, Mallory 2, …
 *
 * Invariant: an update starts after all promises that are settled when its turn comes, so a
 * mutation's response precedes the Transition that shows its commit.
 */
export class TransitionQueue {
  readonly #awaited = new Rotation<Entry>();
  readonly #others = new Rotation<Entry>();
  /** Updates that have not begun. */
  readonly #updates = new Map<Update, Entry>();
  #isScheduled = false;
  /** Time at which this iteration of the event loop began to serve the queue. */
  #servedSince = 0;
  /** Time by which awaited turns are ahead of the others; at most MAX_WAIT_MS. */
  #awaitedLeadMs = 0;

  /**
   * @param now milliseconds of a monotonic clock
   * @param defer calls back in the next iteration of the event loop, after sockets and disk
   */
  constructor(
    readonly now: () => number = () => performance.now(),
    readonly defer: (serve: () => void) => void = setImmediate,
  ) {}

  /** Queues an update once. Adding it again as awaited promotes an update that was not. */
  add(update: Update, { path, isAwaited }: Place): void {
    const queued = this.#updates.get(update);
    if (queued && (queued.isAwaited || !isAwaited)) return;
    if (queued) this.#others.delete(queued.path, queued);
    const begin = () => {
      this.#updates.delete(update);
      void update(this.#turnAt({ path, isAwaited }));
    };
    const entry = { path, isAwaited, since: this.now(), begin };
    this.#updates.set(update, entry);
    this.#enqueue(entry);
  }

  /** Resolves when it is the turn of `place`. */
  next({ path, isAwaited }: Place): Promise<void> {
    return new Promise((begin) => this.#enqueue({ path, isAwaited, since: this.now(), begin }));
  }

  /** Number of queued updates and turns. For tests and metrics. */
  get size(): number {
    return this.#awaited.size + this.#others.size;
  }

  #turnAt(place: Place): Turn {
    let startedAt = this.now();
    const isOver = () => this.now() - startedAt >= TURN_MS;
    return {
      get isOver() {
        return isOver();
      },
      next: async () => {
        await this.next(place);
        startedAt = this.now();
      },
    };
  }

  #enqueue(entry: Entry): void {
    (entry.isAwaited ? this.#awaited : this.#others).add(entry.path, entry);
    this.#schedule();
  }

  /**
   * Bound to this object's async context: `add` is called in the contexts of functions, in which no
   * update may run.
   */
  readonly #schedule = AsyncResource.bind(() => {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.defer(() => {
      this.#servedSince = this.now();
      this.#step();
    });
  });

  /** Begins one turn. The next one begins when this one ends or waits for the disk or a socket. */
  #step(): void {
    const entry = this.#take();
    if (!entry) {
      this.#isScheduled = false;
      return;
    }
    const startedAt = this.now();
    entry.begin();
    // A `nextTick` called in a microtask runs after all microtasks, and so after the turn's
    // queries.
    queueMicrotask(() => nextTick(() => this.#afterTurn(entry, this.now() - startedAt)));
  }

  #afterTurn({ isAwaited }: Entry, usedMs: number): void {
    const leadMs = this.#awaitedLeadMs + (isAwaited ? usedMs : -usedMs);
    this.#awaitedLeadMs = Math.min(Math.max(0, leadMs), MAX_WAIT_MS);
    if (this.now() - this.#servedSince < SERVE_MS) return this.#step();
    this.#isScheduled = false;
    this.#schedule();
  }

  #take(): Entry | undefined {
    const waiting = this.#others.peek();
    const isOverdue = waiting !== undefined && this.now() - waiting.since > MAX_WAIT_MS;
    const isTheirTurn = isOverdue && this.#awaitedLeadMs > 0;
    return (isTheirTurn ? undefined : this.#awaited.take()) ?? this.#others.take();
  }
}
