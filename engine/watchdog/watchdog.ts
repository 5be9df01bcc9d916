import { clearInterval, setInterval } from "node:timers";
import { Worker } from "node:worker_threads";
import {
  BEATS,
  HEADER_BYTES,
  PROGRAM,
  TEXT_BYTES,
  TRANSACTION_BYTES,
  WAITING,
  WAITING_BYTES,
  type WatchdogThreadData,
} from "./watchdogThread";

const BEAT_MS = 100;

/** A call with its request id, as the watchdog names it. */
export interface WatchedCall {
  readonly requestId: string;
  /** See `describeCall`. */
  readonly description: string;
}

export interface WatchdogOptions {
  /** Processor time, ms, that a function may hold the thread. */
  readonly limitMs: number;
  /** The file descriptor, of stdout or stderr, for the log line that names the function. */
  readonly logFd: number;
}

/**
 * Ends the process when a function holds its thread: an endless loop cannot be interrupted from
 * within. A thread of its own watches this one's beat. Memory that both see says which function is
 * on the thread; setting it costs less than a microsecond a call.
 */
export class Watchdog {
  readonly #header: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #worker: Worker;
  readonly #beat: NodeJS.Timeout;
  readonly #encoder = new TextEncoder();
  readonly #waiting = new Set<WatchedCall>();

  /** @param file where the thread appends the calls it ends: see quarantine.ts */
  constructor(file: string, { limitMs, logFd }: WatchdogOptions) {
    const shared = new SharedArrayBuffer(HEADER_BYTES + 2 * TEXT_BYTES);
    this.#header = new Int32Array(shared, 0, HEADER_BYTES / 4);
    this.#bytes = new Uint8Array(shared, HEADER_BYTES);
    const workerData: WatchdogThreadData = { shared, limitMs, file, logFd };
    this.#worker = new Worker(PROGRAM, { eval: true, workerData, execArgv: [] });
    this.#worker.unref();
    this.#beat = setInterval(() => Atomics.add(this.#header, BEATS, 1), BEAT_MS).unref();
  }

  /**
   * `call`, a query or mutation, uses the thread from here on; null: none does. Each counts as a
   * beat, because the one before it has given the thread back: many short ones in one turn of the
   * event loop are no hold.
   */
  running(call: WatchedCall | null): void {
    Atomics.add(this.#header, BEATS, 1);
    this.#write(call, TRANSACTION_BYTES, 0);
  }

  /**
   * `call` waits for something, and may use the thread at any time until it has ended. Of several,
   * the one that said so last is named.
   */
  waiting(call: WatchedCall): void {
    this.#waiting.add(call);
    this.#write(call, WAITING_BYTES, TEXT_BYTES);
    Atomics.store(this.#header, WAITING, this.#waiting.size);
  }

  /** `call` uses the thread no more. */
  ended(call: WatchedCall): void {
    if (!this.#waiting.delete(call)) return;
    const [other = null] = this.#waiting;
    this.#write(other, WAITING_BYTES, TEXT_BYTES);
    Atomics.store(this.#header, WAITING, this.#waiting.size);
  }

  async close(): Promise<void> {
    clearInterval(this.#beat);
    await this.#worker.terminate();
  }

  #write(call: WatchedCall | null, lengthAt: number, textAt: number): void {
    if (call === null) {
      Atomics.store(this.#header, lengthAt, 0);
      return;
    }
    const room = this.#bytes.subarray(textAt, textAt + TEXT_BYTES);
    const { written } = this.#encoder.encodeInto(`${call.requestId}\0${call.description}`, room);
    Atomics.store(this.#header, lengthAt, written);
  }
}
