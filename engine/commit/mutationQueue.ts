import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";

/**
 * Longest time that mutations run back to back before the event loop serves sockets and disk
 * completions. A mutation that takes longer counts as slow.
 */
const MAX_BUSY_MS = 4;

/** Number of slow callers to remember; more than ever import concurrently. */
const MAX_SLOW_CALLERS = 100;

type Begin = () => void;

/**
 * Runs mutations one at a time. Callers take turns, so a caller with many queued mutations delays
 * any other by at most one of them; the mutations of one caller run in the order in which they were
 * queued:
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
  /** Waiting mutations by turn key, oldest first; no entry is empty. */
  readonly #waiting = new Map<string, Begin[]>();
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
   * @param turnKey identifies the caller: mutations with the same key share one place in the
   *   rotation
   */
  async run<T>(turnKey: string, mutation: () => Promise<T>): Promise<T> {
    if (this.#length++ === 0) this.#busySince = this.now();
    await new Promise<void>((begin) => this.#add(turnKey, begin));
    if (this.#slow.has(turnKey) && this.#last !== turnKey) await this.#waitForAnswers();
    const beganAt = this.now();
    try {
      return await mutation();
    } finally {
      this.#note(turnKey, this.now() - beganAt);
      this.#length--;
      void this.#end(turnKey);
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

  #note(turnKey: string, ms: number): void {
    this.#last = turnKey;
    this.#slow.delete(turnKey);
    if (ms < MAX_BUSY_MS) return;
    this.#slow.add(turnKey);
    const [oldest] = this.#slow;
    if (this.#slow.size > MAX_SLOW_CALLERS && oldest !== undefined) this.#slow.delete(oldest);
  }

  #add(turnKey: string, begin: Begin): void {
    const waiting = this.#waiting.get(turnKey);
    if (waiting) waiting.push(begin);
    else this.#waiting.set(turnKey, [begin]);
    if (this.#running !== turnKey) this.#turns.add(turnKey);
    if (this.#running === null) this.#beginNext();
  }

  /**
   * Ends the caller's turn and begins the next one. If mutations have run for too long, it first
   * lets the event loop read the sockets; the caller counts as running until then, so no mutation
   * begins.
   */
  async #end(turnKey: string): Promise<void> {
    if (this.#length > 0 && this.now() - this.#busySince > MAX_BUSY_MS) await this.#readSockets();
    this.#running = null;
    if (this.#waiting.has(turnKey)) this.#turns.add(turnKey);
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
    const [turnKey] = this.#turns;
    if (turnKey === undefined) return this.#notifyIdle();
    this.#turns.delete(turnKey);
    this.#running = turnKey;
    const waiting = this.#waiting.get(turnKey)!;
    const begin = waiting.shift()!;
    if (waiting.length === 0) this.#waiting.delete(turnKey);
    begin();
  }

  #notifyIdle(): void {
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }
}
