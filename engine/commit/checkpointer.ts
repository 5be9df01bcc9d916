import { setTimeout } from "node:timers";
import type { Store } from "../storage/store";
import { diskBytesFor } from "../storage/writes";

/**
 * Delay between the first queued write and the checkpoint, which takes everything queued by then. A
 * checkpoint of ten commits costs the store little more than one of a single commit, and sockets
 * waiting for a commit's results receive them before the checkpoint competes for the CPU.
 */
const CHECKPOINT_DELAY_MS = 50;

interface Handlers {
  /** Called after each checkpoint, when `flushedThrough` has grown. */
  onCheckpoint(): void;
  /**
   * Called when the store refuses a checkpoint. The log still has the writes: the next start
   * replays them.
   */
  onFailed(error: Error): void;
}

/**
 * Copies commits from the log into the store (LMDB), in order and in the background: the
 * checkpointing of a write-ahead log. A commit is durable before its checkpoint, because it is in
 * the log:
 *
 *     log.append ──► add ──(50 ms)──► store.put ──► flushedThrough grows, onCheckpoint
 *                     └── commits added meanwhile go into the next put
 *
 * Only one checkpoint runs at a time.
 */
export class Checkpointer {
  readonly #store: Pick<Store, "put">;
  readonly #handlers: Handlers;
  #waiting: Buffer[] = [];
  /** Upper bound, in bytes, of the disk space that the writes not yet in the store will take. */
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

  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /**
   * Queues writes for the next checkpoint.
   *
   * @param writes encoded by `encodeWrites`; already in the log
   * @param sequence number of the newest mutation among them
   */
  add(writes: Buffer, sequence: number): void {
    this.#waiting.push(writes);
    this.#pendingBytes += diskBytesFor(writes);
    this.#lastSequence = sequence;
    if (!this.#running) this.#timer ??= setTimeout(() => this.#checkpoint(), CHECKPOINT_DELAY_MS);
  }

  /**
   * Checkpoints immediately. Resolves when the store holds every queued write; rejects when the
   * store refuses them.
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
