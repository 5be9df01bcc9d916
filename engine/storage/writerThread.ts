import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { CHECKSUM_BYTES } from "./checksum";
import { TALLY_PROGRAM, type PassTally, type Slice } from "./passTally";
import { TOTALS_PROGRAM } from "./totals";
import { TREE_PROGRAM } from "./tree";
import { LENGTHS_BYTES, REMOVED } from "./writes";

/** Approximate size of the transactions that convert a store of format 1. */
const CONVERT_BYTES = 4 * 2 ** 20;

/**
 * Source of the program that the thread runs; kept as text so that a single-file bundle includes
 * it. Formats: writes.ts and totals.ts. The thread answers every request, in order.
 */
const PROGRAM = `
  ${TREE_PROGRAM}
  ${TOTALS_PROGRAM}
  ${TALLY_PROGRAM}
  const { parentPort, workerData } = require("node:worker_threads");
  const tree = openTree(workerData.lmdb, workerData.options);
  const NONE = Buffer.alloc(0);

  /** null when the store has format 1, without totals. */
  let totals = storedTotals();

  function storedTotals() {
    const record = tree.getBinary(TOTALS_KEY);
    if (record) return readTotals(record);
    for (const key of tree.getKeys({ limit: 1 })) return null;
    return { entries: 0, xor: 0, converted: NONE };
  }

  parentPort.on("message", (request) => {
    try {
      parentPort.postMessage({ value: answer(request) ?? null });
    } catch (error) {
      parentPort.postMessage({ failed: String(error.message ?? error) });
    }
  });

  function answer(request) {
    switch (request.kind) {
      case "put":
        return inTransaction(() => put(request.batches));
      case "convert":
        return convert();
      case "watch":
        return tallies.watch(request.pass, request.high && Buffer.from(request.high), totals);
      case "settle":
        return tallies.settle(request.pass, request.slice, totals);
      case "endPass":
        return tallies.end(request.pass);
      case "close":
        return void tree.close().then(() => process.exit());
    }
  }

  function inTransaction(write) {
    const before = totals && { ...totals };
    tallies.begin();
    try {
      tree.transactionSync(write);
    } catch (error) {
      totals = before;
      throw error;
    }
    tallies.commit(totals);
  }

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
        count(key, tree.getBinaryFast(key), -1);
        if (valueBytes === ${REMOVED}) tree.remove(key);
        else {
          const value = bytes.subarray(valueAt, at);
          tree.put(key, value);
          count(key, value, 1);
        }
      }
    }
  }

  /**
   * Inserts an index entry. Nine of ten writes are such entries, which are keys alone: an existing
   * one is identical. So one search of the tree suffices, where reading the old value would be a
   * second.
   */
  function insertKey(key, value) {
    if (tree.putSync(key, value, { noOverwrite: true })) count(key, value, 1);
  }

  function count(key, value, entries) {
    if (!totals || !value) return;
    const xor = value.readUInt32LE(value.length - 4);
    totals.entries += entries;
    totals.xor ^= xor;
    tallies.note(key, entries, xor);
  }

  /**
   * Gives every entry its checksum, some per transaction. A later start continues after the last.
   */
  function convert() {
    totals ??= { entries: 0, xor: 0, converted: Buffer.of(0) };
    while (totals.converted.length > 0) inTransaction(convertSome);
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
      count(key, checked, 1);
    }
    totals.converted = some.length > 0 ? some.at(-1).key : NONE;
    tree.put(TOTALS_KEY, encodeTotals(totals));
  }`;

type Request =
  | { readonly kind: "put"; readonly batches: readonly Buffer[] }
  | { readonly kind: "convert" | "close" }
  | { readonly kind: "watch"; readonly pass: number; readonly high: Uint8Array | null }
  | { readonly kind: "settle"; readonly pass: number; readonly slice: Slice }
  | { readonly kind: "endPass"; readonly pass: number };

type Answer = { readonly value: unknown } | { readonly failed: string };

/**
 * The thread that writes to the tree. Finding each entry's position, copying pages and waiting for
 * the disk take longer than running the mutations themselves.
 */
export class WriterThread {
  readonly #worker: Worker;
  /** Callers waiting for an answer, in the order of their requests. */
  readonly #waiting: { resolve(value: unknown): void; reject(error: Error): void }[] = [];
  #failure: Error | null = null;
  #passes = 0;

  /** @param options of `openTree` */
  constructor(options: object) {
    const lmdb = createRequire(import.meta.url).resolve("lmdb");
    // Flags of this process, such as a TypeScript loader, must not apply to the thread.
    this.#worker = new Worker(PROGRAM, { eval: true, workerData: { lmdb, options }, execArgv: [] });
    this.#worker.unref(); // keeps the process alive only while it works
    this.#worker.on("message", (answer: Answer) => {
      const caller = this.#waiting.shift();
      if (!caller) return; // `close` waits for the thread's end
      if (this.#waiting.length === 0) this.#worker.unref();
      if ("failed" in answer) caller.reject(new Error(answer.failed));
      else caller.resolve(answer.value);
    });
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("The storage thread has ended")));
  }

  /**
   * Writes all of `batches` (from `encodeWrites`) in one commit, or none. Resolves once durable.
   */
  async put(batches: readonly Buffer[]): Promise<void> {
    await this.#ask({ kind: "put", batches });
  }

  /** Converts a store of format 1 to format 2 (totals.ts). Resolves once durable. */
  async convert(): Promise<void> {
    await this.#ask({ kind: "convert" });
  }

  /** Starts the tally of one pass over the tree. The caller ends it. */
  tally(): PassTally {
    const pass = ++this.#passes;
    return {
      watch: async (high) => void (await this.#ask({ kind: "watch", pass, high })),
      settle: async (slice) =>
        (await this.#ask({ kind: "settle", pass, slice })) as Awaited<
          ReturnType<PassTally["settle"]>
        >,
      end: async () => void (await this.#ask({ kind: "endPass", pass })),
    };
  }

  async close(): Promise<void> {
    if (this.#failure) return;
    await new Promise<void>((resolve) => {
      this.#worker.once("exit", () => resolve());
      this.#worker.ref();
      this.#worker.postMessage({ kind: "close" } satisfies Request);
    });
  }

  async #ask(request: Request): Promise<unknown> {
    if (this.#failure) throw this.#failure;
    return await new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage(request);
    });
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const caller of this.#waiting.splice(0)) caller.reject(this.#failure);
  }
}
