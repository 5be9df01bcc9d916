import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { CHECKSUM_BYTES } from "./checksum";
import { TOTALS_PROGRAM } from "./totals";
import { TREE_PROGRAM } from "./tree";
import { LENGTHS_BYTES, REMOVED } from "./writes";

/** A store of format 1 is converted in transactions of about this size. */
const CONVERT_BYTES = 4 * 2 ** 20;

/**
 * Text of the program that the thread runs: text, so that a bundle of one file has it too. Formats
 * are those of writes.ts and totals.ts. A message is the batches of one commit, "convert", or null
 * at the end. The answer is null, or the reason of a failure.
 */
const PROGRAM = `
  ${TREE_PROGRAM}
  ${TOTALS_PROGRAM}
  const { parentPort, workerData } = require("node:worker_threads");
  const tree = openTree(workerData.lmdb, workerData.options);
  const NONE = Buffer.alloc(0);

  /** null: the store has format 1, without totals. */
  let totals = storedTotals();

  function storedTotals() {
    const record = tree.getBinary(TOTALS_KEY);
    if (record) return readTotals(record);
    for (const key of tree.getKeys({ limit: 1 })) return null;
    return { entries: 0, xor: 0, converted: NONE };
  }

  parentPort.on("message", (message) => {
    if (message === null) return tree.close().then(() => process.exit());
    const before = totals && { ...totals };
    try {
      if (message === "convert") convert();
      else tree.transactionSync(() => put(message));
      parentPort.postMessage(null);
    } catch (error) {
      totals = before;
      parentPort.postMessage(String(error.message ?? error));
    }
  });

  function put(batches) {
    batches.forEach(write);
    if (totals) tree.put(TOTALS_KEY, encodeTotals(totals));
  }

  function write(batch) {
    const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.length);
    for (let at = 0; at < bytes.length; ) {
      const keyAt = at + ${LENGTHS_BYTES};
      const valueAt = keyAt + bytes.readUInt32LE(at);
      const valueBytes = bytes.readUInt32LE(at + 4);
      const key = bytes.subarray(keyAt, valueAt);
      at = valueBytes === ${REMOVED} ? valueAt : valueAt + valueBytes;
      if (valueBytes === ${CHECKSUM_BYTES}) insertKey(key, bytes.subarray(valueAt, at));
      else {
        count(tree.getBinaryFast(key), -1);
        if (valueBytes === ${REMOVED}) tree.remove(key);
        else {
          const value = bytes.subarray(valueAt, at);
          tree.put(key, value);
          count(value, 1);
        }
      }
    }
  }

  /**
   * Nine of ten writes are index entries, which are keys alone: one that is there already is the
   * same. So they take one search of the tree, where a look at the old value would be a second.
   */
  function insertKey(key, value) {
    if (tree.putSync(key, value, { noOverwrite: true })) count(value, 1);
  }

  function count(value, entries) {
    if (!totals || !value) return;
    totals.entries += entries;
    totals.xor ^= value.readUInt32LE(value.length - 4);
  }

  /**
   * Gives every entry its checksum, some in each transaction: a later start goes on behind the
   * last.
   */
  function convert() {
    totals ??= { entries: 0, xor: 0, converted: Buffer.of(0) };
    while (totals.converted.length > 0) tree.transactionSync(convertSome);
  }

  function convertSome() {
    const some = [];
    let size = 0;
    for (const entry of tree.getRange({ start: totals.converted, exclusiveStart: true })) {
      if (!entry.key.equals(TOTALS_KEY)) some.push(entry);
      size += entry.key.length + entry.value.length;
      if (size > ${CONVERT_BYTES}) break;
    }
    for (const { key, value } of some) {
      const checked = Buffer.alloc(value.length + 4);
      checked.set(value);
      checked.writeUInt32LE(checksum(key, value), value.length);
      tree.put(key, checked);
      count(checked, 1);
    }
    totals.converted = some.length > 0 ? some.at(-1).key : NONE;
    tree.put(TOTALS_KEY, encodeTotals(totals));
  }`;

/**
 * The thread that writes to the tree. Finding each entry's place, copying pages and waiting for the
 * disk take longer than the mutations that they are for.
 */
export class WriterThread {
  readonly #worker: Worker;
  #waiting: { resolve(): void; reject(error: Error): void } | null = null;
  #failure: Error | null = null;

  /** @param options of `openTree` */
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

  /**
   * All of `batches` (encodeWrites) in one commit, or none. Resolves once durable. One call at a
   * time.
   */
  put(batches: readonly Buffer[]): Promise<void> {
    return this.#ask(batches);
  }

  /** Makes a store of format 1 one of format 2: totals.ts. Resolves once durable. */
  convert(): Promise<void> {
    return this.#ask("convert");
  }

  async close(): Promise<void> {
    if (this.#failure) return;
    await new Promise<void>((resolve) => {
      this.#worker.once("exit", () => resolve());
      this.#worker.ref();
      this.#worker.postMessage(null);
    });
  }

  async #ask(message: readonly Buffer[] | "convert"): Promise<void> {
    if (this.#failure) throw this.#failure;
    await new Promise<void>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#worker.ref();
      this.#worker.postMessage(message);
    });
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#waiting?.reject(this.#failure);
    this.#waiting = null;
  }
}
