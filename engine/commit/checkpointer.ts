import { setTimeout } from "node:timers";
import type { Store } from "../storage/store";
import { diskBytesFor } from "../storage/writes";

/**
 * A checkpoint begins this long after the first write that it takes, and takes all that arrived by
 * then. Ten commits cost the store little more than one, and the sockets that wait for a commit's
 * results have them before the checkpoint competes with them for the processor.
 */
const CHECKPOINT_DELAY_MS = 10;

interface Handlers {
  /** Called after each checkpoint, when `flushedThrough` has grown. */
  onCheckpoint(): void;
  /**
   * Called when the store refused a checkpoint. The log still has it: the next start replays it.
   */
  onFailed(error: Error): void;
}

/**
 * Copies commits from the log into the store (LMDB), in order, in the background, as a write-ahead
 * log is checkpointed. A commit is durable before its checkpoint, because the log has it:
 *
 *     log.append ──► add ──(10 ms)──► store.put ──► flushedThrough grows, onCheckpoint
 *                     └── commits added meanwhile go into the next put
 *
 * Only one checkpoint runs at a time.
 */
export class Checkpointer {
  readonly #store: Pick<Store, "put">;
  readonly #handlers: Handlers;
  #waiting: Buffer[] = [];
  /** Upper bound of the disk space that all writes not yet in the store will take. */
  #pendingBytes = 0;
  #lastSequence = 0;
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  /** Sequence number of the newest mutation whose writes, and all before them, are in the store. */
  flushedThrough = 0;

  constructor(store: Pick<Store, "put">, handlers: Handlers) {
    this.#store = store;
    this.#handlers = handlers;
  }

  /** True when the store holds everything that was added. */
  get isCaughtUp(): boolean {
    return this.#running === null && this.#waiting.length === 0;
  }

  /** Upper bound, in bytes, of the disk space that the writes not yet in the store will take. */
  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /**
   * Queues writes for the next checkpoint.
   *
   * @param writes in the log already, encoded by `encodeWrites`
   * @param sequence number of the newest mutation among them
   */
  add(writes: Buffer, sequence: number): void {
    this.#waiting.push(writes);
    this.#pendingBytes += diskBytesFor(writes);
    this.#lastSequence = sequence;
    if (!this.#running) this.#timer ??= setTimeout(() => this.#checkpoint(), CHECKPOINT_DELAY_MS);
  }

  /**
   * Checkpoints at once. Resolves when the store holds all that was added; rejects when it refuses.
   */
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
