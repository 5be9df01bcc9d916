import { setTimeout } from "node:timers";
import type { Store } from "../storage/store";
import { bytesFor } from "../storage/writes";

/**
 * What gathers for this long goes together: the store takes ten commits in little more time than one, and
 * those who wait for news of a commit have it by then.
 */
const GATHER_MS = 10;

interface Handlers {
  onCarried(): void;
  /** The log keeps what could not be carried: the next start carries it. */
  onFailed(error: Error): void;
}

/** Carries what the log holds into the store, in order, while nobody waits for it. */
export class Carrier {
  readonly #store: Pick<Store, "put">;
  readonly #handlers: Handlers;
  #waiting: Buffer[] = [];
  /** Of all that is not in the store, at most. */
  #bytes = 0;
  #lastWaiting = 0;
  #underWay: Promise<void> | null = null;
  #start: NodeJS.Timeout | null = null;
  /** Every mutation up to this number is in the store. */
  carriedThrough = 0;

  constructor(store: Pick<Store, "put">, handlers: Handlers) {
    this.#store = store;
    this.#handlers = handlers;
  }

  /** The store holds all that was added. */
  get isDone(): boolean {
    return this.#underWay === null && this.#waiting.length === 0;
  }

  /** Bytes of disk that what is not in the store may still take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** `writes` (encodeWrites) are in the log; the last of their mutations is number `sequence`. */
  add(writes: Buffer, sequence: number): void {
    this.#waiting.push(writes);
    this.#bytes += bytesFor(writes);
    this.#lastWaiting = sequence;
    if (!this.#underWay) this.#start ??= setTimeout(() => this.#carry(), GATHER_MS);
  }

  /** Resolves when the store holds all that was added; rejects when it cannot. */
  async settled(): Promise<void> {
    while (!this.isDone) {
      this.#carry();
      await this.#underWay;
    }
  }

  #carry(): void {
    if (this.#start) clearTimeout(this.#start);
    this.#start = null;
    if (this.#underWay || this.#waiting.length === 0) return;
    const [batches, through, bytes] = [this.#waiting, this.#lastWaiting, this.#bytes];
    this.#waiting = [];
    this.#underWay = this.#store.put(batches).then(() => {
      this.#underWay = null;
      this.#bytes -= bytes;
      this.carriedThrough = through;
      this.#handlers.onCarried();
      this.#carry();
    });
    this.#underWay.catch((error: Error) => this.#handlers.onFailed(error));
  }
}
