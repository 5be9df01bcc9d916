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

/** A call and its request id, by which the watchdog identifies it. */
export interface WatchedCall {
  readonly requestId: string;
  /** See `describeCall`. */
  readonly description: string;
}

export interface WatchdogOptions {
  /** CPU time, in ms, for which a function may occupy the thread. */
  readonly limitMs: number;
  /** File descriptor (stdout or stderr) of the log line that names the function. */
  readonly logFd: number;
}

/**
 * Kills the process when a function occupies its thread for too long, because an endless loop
 * cannot be interrupted from within. A separate thread monitors this thread's heartbeat. Shared
 * memory holds the function that is on the thread; writing it costs less than a microsecond per
 * call.
 */
export class Watchdog {
  readonly #header: Int32Array;
  readonly #bytes: Uint8Array;
  readonly #worker: Worker;
  readonly #beat: NodeJS.Timeout;
  readonly #encoder = new TextEncoder();
  readonly #waiting = new Set<WatchedCall>();

  /** @param file to which the thread appends the calls it kills: see quarantine.ts */
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
   * Records that `call`, a query or mutation, uses the thread from now on; null means that none
   * does. Counts as a heartbeat, because the previous call has given up the thread: many short
   * calls in one turn of the event loop are not a hang.
   */
  running(call: WatchedCall | null): void {
    Atomics.add(this.#header, BEATS, 1);
    this.#write(call, TRANSACTION_BYTES, 0);
  }

  /**
   * Records that `call` is waiting, and may use the thread at any time until it has ended. With
   * several waiting calls, the last one recorded is named.
   */
  waiting(call: WatchedCall): void {
    this.#waiting.add(call);
    this.#write(call, WAITING_BYTES, TEXT_BYTES);
    Atomics.store(this.#header, WAITING, this.#waiting.size);
  }

  /** Records that `call` no longer uses the thread. */
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
