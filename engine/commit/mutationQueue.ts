import { performance } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";

/**
 * Mutations run back to back for at most this long. Then sockets and answers of the disk get a turn
 * of the event loop. A mutation that takes longer is a long one.
 */
const MAX_BUSY_MS = 4;

/** Callers that are remembered for a long mutation: more than ever import at once. */
const MAX_SLOW_CALLERS = 100;

type Begin = () => void;

/**
 * Runs mutations one at a time. Callers take turns, so that one with many waiting mutations delays
 * nobody else's by more than one of them; the mutations of one caller run in the order in which
 * they were queued:
 *
 *     an import's batch 1 runs       waiting: import: 2, 3
 *     Ana's hand-over arrives        waiting: import: 2, 3    Ana: hand-over
 *     order                          batch 1, hand-over, batch 2, batch 3
 *
 * A caller's next turn comes after those of all who queued while its last mutation ran, also of
 * those whose call waited in a socket meanwhile, which nobody reads while a mutation runs:
 *
 *     batch 1 runs               Ana's hand-over arrives at its socket
 *     turn of the event loop     the hand-over is read, and queued
 *     order                      batch 1, hand-over, batch 2
 *
 * While a mutation runs, nobody can be told that an earlier one is on disk. So a caller whose last
 * mutation was a long one waits for the commit of another caller's mutation before it:
 *
 *     batch 1    hand-over    commit of both, Ana is answered    batch 2
 */
export class MutationQueue {
  /** Waiting mutations by turn key, oldest first; no entry is empty. */
  readonly #waiting = new Map<string, Begin[]>();
  /** Callers in the order of their turns: each waiting one but the one whose mutation runs. */
  readonly #turns = new Set<string>();
  #running: string | null = null;
  /** The caller of the mutation that ran last. */
  #last: string | null = null;
  /** Callers whose last mutation was a long one, newest last. */
  readonly #slow = new Set<string>();
  #length = 0;
  /** Time since which mutations have run back to back. */
  #busySince = 0;
  #onIdle: (() => void)[] = [];

  /**
   * @param committed resolves, never rejects, when each commit so far is on disk or refused
   * @param now milliseconds of a clock that never goes back
   */
  constructor(
    readonly committed: () => Promise<unknown>,
    readonly now: () => number = () => performance.now(),
  ) {}

  /** The number of mutations that run or wait. */
  get length(): number {
    return this.#length;
  }

  /**
   * Runs `mutation` when it is the caller's turn. Resolves, or rejects, as `mutation` does; the
   * next one begins then.
   *
   * @param turnKey names the caller: mutations with the same key take one turn after another
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

  /** Resolves when nothing runs or waits. */
  async idle(): Promise<void> {
    if (this.#length === 0) return;
    await new Promise<void>((resolve) => this.#onIdle.push(resolve));
  }

  /** Waits for the commits, and for the turns of the event loop in which sessions are told. */
  async #waitForAnswers(): Promise<void> {
    await this.committed();
    await setImmediate(); // the sessions' Transitions are queued
    await setImmediate(); // the first of them, the one of the mutation's caller, is sent
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
   * Ends the caller's turn and begins the next one, after the sockets were read if mutations ran
   * for long. Until then the caller counts as running, so that no other begins.
   */
  async #end(turnKey: string): Promise<void> {
    if (this.#length > 0 && this.now() - this.#busySince > MAX_BUSY_MS) await this.#readSockets();
    this.#running = null;
    if (this.#waiting.has(turnKey)) this.#turns.add(turnKey);
    this.#beginNext();
  }

  /** Waits until calls that reached the sockets before now are queued. */
  async #readSockets(): Promise<void> {
    // The event loop may be past its poll: only the second turn surely comes after one.
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
