import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { Rotation } from "./rotation";

/**
 * Longest time that mutations run back to back before the event loop serves sockets and disk
 * completions. A mutation that takes longer counts as slow.
 */
const MAX_BUSY_MS = 4;

/** Number of slow callers to remember; more than ever import concurrently. */
const MAX_SLOW_CALLERS = 100;

type Begin = () => void;

/**
 * Identifies the queue in which a call waits. Callers take turns, and within one caller its parts
 * do: a person's sockets, the tokens of one address.
 */
export interface TurnKey {
  readonly caller: string;
  readonly part: string;
}

/**
 * Runs mutations one at a time. Callers take turns, so a caller with many queued mutations delays
 * any other by at most one of them, however many sockets they come from. Within one caller its
 * parts take turns; the mutations of one part run in the order in which they were queued:
 *
 *     an import's batch 1 runs       waiting: import: 2, 3
 *     Ana's hand-over arrives        waiting: import: 2, 3    Ana: hand-over
 *     order                          batch 1, hand-over, batch 2, batch 3
 *
 * A caller's next turn comes after every caller that queued while its last mutation ran. This
 * includes calls that were still unread in a socket, because sockets are not read while a mutation
 * runs:
 *
 *     batch 1 runs               Ana's hand-over arrives at its socket
 *     turn of the event loop     the hand-over is read, and queued
 *     order                      batch 1, hand-over, batch 2
 *
 * While a mutation runs, the server cannot tell a client that an earlier one is on disk. So a
 * caller whose last mutation was slow waits until the mutation that another caller ran since is
 * committed and answered:
 *
 *     batch 1    hand-over    commit of both, Ana is answered    batch 2
 */
export class MutationQueue {
  /** Waiting mutations by caller; no entry is empty. */
  readonly #waiting = new Map<string, Rotation<Begin>>();
  /** Waiting callers in turn order, without the caller whose mutation is running. */
  readonly #turns = new Set<string>();
  #running: string | null = null;
  /** Caller whose mutation ran last. */
  #last: string | null = null;
  /** Callers whose last mutation was slow, newest last. */
  readonly #slow = new Set<string>();
  #length = 0;
  /** Start of the current stretch of back-to-back mutations. */
  #busySince = 0;
  #onIdle: (() => void)[] = [];

  /**
   * @param committed resolves, and never rejects, when every commit so far is on disk or refused
   * @param now milliseconds of a monotonic clock
   */
  constructor(
    readonly committed: () => Promise<unknown>,
    readonly now: () => number = () => performance.now(),
  ) {}

  /** Number of running and waiting mutations. */
  get length(): number {
    return this.#length;
  }

  /**
   * Runs `mutation` when it is the caller's turn. Settles as `mutation` does; the next mutation
   * begins then.
   *
   * @param key mutations of one caller share one place in the rotation
   */
  async run<T>({ caller, part }: TurnKey, mutation: () => Promise<T>): Promise<T> {
    if (this.#length++ === 0) this.#busySince = this.now();
    await new Promise<void>((begin) => this.#add({ caller, part }, begin));
    if (this.#slow.has(caller) && this.#last !== caller) await this.#waitForAnswers();
    const beganAt = this.now();
    try {
      return await mutation();
    } finally {
      this.#note(caller, this.now() - beganAt);
      this.#length--;
      void this.#end(caller);
    }
  }

  /** Resolves when no mutation is running or waiting. */
  async idle(): Promise<void> {
    if (this.#length === 0) return;
    await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /**
   * Waits for the pending commits, and for the event-loop turns in which sessions send their
   * results.
   */
  async #waitForAnswers(): Promise<void> {
    await this.committed();
    await setImmediate(); // the sessions' Transitions are queued
    await setImmediate(); // the first one, for the mutation's caller, is sent
    this.#busySince = this.now();
  }

  #note(caller: string, ms: number): void {
    this.#last = caller;
    this.#slow.delete(caller);
    if (ms < MAX_BUSY_MS) return;
    this.#slow.add(caller);
    const [oldest] = this.#slow;
    if (this.#slow.size > MAX_SLOW_CALLERS && oldest !== undefined) this.#slow.delete(oldest);
  }

  #add({ caller, part }: TurnKey, begin: Begin): void {
    const waiting = this.#waiting.get(caller) ?? new Rotation();
    this.#waiting.set(caller, waiting);
    waiting.add([part], begin);
    if (this.#running !== caller) this.#turns.add(caller);
    if (this.#running === null) this.#beginNext();
  }

  /**
   * Ends the caller's turn and begins the next one. If mutations have run for too long, it first
   * lets the event loop read the sockets; the caller counts as running until then, so no mutation
   * begins.
   */
  async #end(caller: string): Promise<void> {
    if (this.#length > 0 && this.now() - this.#busySince > MAX_BUSY_MS) await this.#readSockets();
    this.#running = null;
    if (this.#waiting.has(caller)) this.#turns.add(caller);
    this.#beginNext();
  }

  /** Waits until the calls that have already reached the sockets are queued. */
  async #readSockets(): Promise<void> {
    // The event loop may be past its poll phase: only the second turn is certain to follow one.
    await setImmediate();
    await setImmediate();
    this.#busySince = this.now();
  }

  #beginNext(): void {
    const [caller] = this.#turns;
    if (caller === undefined) return this.#notifyIdle();
    this.#turns.delete(caller);
    this.#running = caller;
    const waiting = this.#waiting.get(caller)!;
    const begin = waiting.take()!;
    if (waiting.isEmpty) this.#waiting.delete(caller);
    begin();
  }

  #notifyIdle(): void {
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }
}
