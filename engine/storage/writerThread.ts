import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { LENGTHS_BYTES, REMOVED } from "./writes";

/**
 * What the thread runs: text, so that a bundle of one file has it too. The formats are those of writes.ts.
 * A message is the batches of one commit, or null at the end; the answer is null, or what went wrong.
 */
const PROGRAM = `
  const { parentPort, workerData } = require("node:worker_threads");
  const tree = require(workerData.lmdb).open({ ...workerData.options, encoding: "binary" });

  parentPort.on("message", async (batches) => {
    if (batches === null) {
      await tree.close();
      process.exit();
    }
    try {
      tree.transactionSync(() => batches.forEach(write));
      parentPort.postMessage(null);
    } catch (error) {
      parentPort.postMessage(String(error.message ?? error));
    }
  });

  function write(batch) {
    const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.length);
    for (let at = 0; at < bytes.length; ) {
      const keyAt = at + ${LENGTHS_BYTES};
      const valueAt = keyAt + bytes.readUInt32LE(at);
      const valueBytes = bytes.readUInt32LE(at + 4);
      const key = bytes.subarray(keyAt, valueAt);
      at = valueBytes === ${REMOVED} ? valueAt : valueAt + valueBytes;
      if (valueBytes === ${REMOVED}) tree.remove(key);
      else tree.put(key, bytes.subarray(valueAt, at));
    }
  }`;

/**
 * The thread that writes to the tree: finding each entry's place, copying pages and waiting for the disk
 * take longer than the mutations that they are for.
 */
export class WriterThread {
  readonly #worker: Worker;
  #waiting: { resolve(): void; reject(error: Error): void } | null = null;
  #failure: Error | null = null;

  /** @param options of lmdb's `open`, but for the encoding */
  constructor(options: object) {
    const lmdb = createRequire(import.meta.url).resolve("lmdb");
    // Whatever this process was started with, a TypeScript loader above all, is not for the thread.
    this.#worker = new Worker(PROGRAM, { eval: true, workerData: { lmdb, options }, execArgv: [] });
    this.#worker.unref(); // keeps the process only while it works
    this.#worker.on("message", (error: string | null) => {
      const waiting = this.#waiting;
      this.#waiting = null;
      this.#worker.unref();
      if (error === null) waiting?.resolve();
      else waiting?.reject(new Error(error));
    });
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("The storage thread has ended")));
  }

  /** All of `batches` (encodeWrites) in one commit, or none. Resolves once durable. One call at a time. */
  async put(batches: readonly Buffer[]): Promise<void> {
    if (this.#failure) throw this.#failure;
    await new Promise<void>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#worker.ref();
      this.#worker.postMessage(batches);
    });
  }

  async close(): Promise<void> {
    if (this.#failure) return;
    await new Promise<void>((resolve) => {
      this.#worker.once("exit", () => resolve());
      this.#worker.ref();
      this.#worker.postMessage(null);
    });
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#waiting?.reject(this.#failure);
    this.#waiting = null;
  }
}
