import { setTimeout } from "node:timers";
import type { Store } from "../storage/store";
import { diskBytesFor } from "../storage/writes";

/**
 * What gathers for this long goes together: the store takes ten commits in little more time than one, and
 * those who wait for news of a commit have it by then.
 */
const CHECKPOINT_DELAY_MS = 10;

interface Handlers {
  onCheckpoint(): void;
  /** The log keeps what could not be written to the store: the next start replays it. */
  onFailed(error: Error): void;
}

/** Writes what the log holds into the store, in order, in the background. */
export class Checkpointer {
  readonly #store: Pick<Store, "put">;
  readonly #handlers: Handlers;
  #waiting: Buffer[] = [];
  /** Of all that is not in the store, at most. */
  #pendingBytes = 0;
  #lastSequence = 0;
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** Every mutation up to this number is in the store. */
  flushedThrough = 0;

  constructor(store: Pick<Store, "put">, handlers: Handlers) {
    this.#store = store;
    this.#handlers = handlers;
  }

  /** The store holds all that was added. */
  get isCaughtUp(): boolean {
    return this.#running === null && this.#waiting.length === 0;
  }

  /** Bytes of disk that what is not in the store may still take. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** `writes` (encodeWrites) are in the log; the last of their mutations is number `sequence`. */
  add(writes: Buffer, sequence: number): void {
    this.#waiting.push(writes);
    this.#pendingBytes += diskBytesFor(writes);
    this.#lastSequence = sequence;
    if (!this.#running) this.#timer ??= setTimeout(() => this.#checkpoint(), CHECKPOINT_DELAY_MS);
  }

  /** Resolves when the store holds all that was added; rejects when it cannot. */
  async flush(): Promise<void> {
    while (!this.isCaughtUp) {
      this.#checkpoint();
      await this.#running;
    }
  }

  #checkpoint(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#running || this.#waiting.length === 0) return;
    const [batches, through, pendingBytes] = [
      this.#waiting,
      this.#lastSequence,
      this.#pendingBytes,
    ];
    this.#waiting = [];
    this.#running = this.#store.put(batches).then(() => {
      this.#running = null;
      this.#pendingBytes -= pendingBytes;
      this.flushedThrough = through;
      this.#handlers.onCheckpoint();
      this.#checkpoint();
    });
    this.#running.catch((error: Error) => this.#handlers.onFailed(error));
  }
}
