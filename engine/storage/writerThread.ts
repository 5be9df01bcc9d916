import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import { BLOCKS_PROGRAM } from "./blocks";
import { TALLY_PROGRAM, type PassTally, type Slice } from "./passTally";
import { TOTALS_PROGRAM } from "./totals";
import { TREE_PROGRAM } from "./tree";
import { ADDED, LENGTHS_BYTES, REMOVED } from "./writes";

/**
 * Source of the program that the thread runs; kept as text so that a single-file bundle includes
 * it. Formats: writes.ts and totals.ts. The thread answers every request, in order.
 */
const PROGRAM = `
  ${TREE_PROGRAM}
  ${TOTALS_PROGRAM}
  ${TALLY_PROGRAM}
  ${BLOCKS_PROGRAM}
  const { parentPort, workerData } = require("node:worker_threads");
  let tree;
  let totals;

  parentPort.on("message", async (request) => {
    try {
      const value = answer(request);
      parentPort.postMessage({ value: (request.kind === "close" ? await value : value) ?? null });
    } catch (error) {
      const isDamage = error instanceof DamagedEntry;
      parentPort.postMessage({ failed: String(error.message ?? error), isDamage });
    }
  });

  function open(options) {
    tree = openTree(workerData.lmdb, options);
    const record = tree.getBinary(TOTALS_KEY);
    totals = record ? readTotals(record) : { entries: 0, xor: 0 };
    tallies.passes.clear();
  }

  function answer(request) {
    switch (request.kind) {
      case "open":
        return open(request.options);
      case "put":
        return inTransaction(() => put(request.batches));
      case "watch":
        return tallies.watch(request.pass, request.high && Buffer.from(request.high), totals);
      case "settle":
        return tallies.settle(request.pass, request.slice, totals);
      case "endPass":
        return tallies.end(request.pass);
      case "close":
        return tree.close();
    }
  }

  function inTransaction(write) {
    const before = { ...totals };
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
    const changes = [];
    for (const batch of batches) write(batch, changes);
    changeEntries(changes, blocks);
    tree.put(TOTALS_KEY, encodeTotals(totals));
  }

  /** Writes documents and own records, and adds the changes of index entries to a list. */
  function write(batch, changes) {
    const bytes = Buffer.from(batch.buffer, batch.byteOffset, batch.length);
    for (let at = 0; at < bytes.length; ) {
      const keyAt = at + ${LENGTHS_BYTES};
      const valueAt = keyAt + bytes.readUInt32LE(at);
      const valueBytes = bytes.readUInt32LE(at + 4);
      const key = bytes.subarray(keyAt, valueAt);
      const isRemoved = valueBytes === ${REMOVED};
      at = isRemoved || valueBytes === ${ADDED} ? valueAt : valueAt + valueBytes;
      if (key[0] >= 0x80) changes.push({ key, isRemoved });
      else if (isRemoved) remove(key);
      else replace(key, bytes.subarray(valueAt, at));
    }
  }

  function replace(key, value) {
    count(key, tree.getBinaryFast(key), -1);
    tree.put(key, value);
    count(key, value, 1);
  }

  function remove(key) {
    count(key, tree.getBinaryFast(key), -1);
    tree.remove(key);
  }

  class DamagedEntry extends Error {}

  const blocks = {
    last({ upTo, before }) {
      const range = { start: upTo ?? before, exclusiveStart: before !== undefined, reverse: true, limit: 1 };
      for (const { key, value } of tree.getRange(range)) {
        const block = value.subarray(0, Math.max(0, value.length - 4));
        if (value.length < 4 || value.readUInt32LE(block.length) !== checksum(key, block)) {
          const name = Buffer.from(key).toString("hex");
          throw new DamagedEntry("its entry " + name + " does not match its checksum");
        }
        return { key, block };
      }
      return null;
    },
    keyAfter(start) {
      for (const key of tree.getKeys({ start, exclusiveStart: true, limit: 1 })) return key;
      return null;
    },
    put(key, block) {
      const value = Buffer.allocUnsafe(block.length + 4);
      value.set(block);
      value.writeUInt32LE(checksum(key, block), block.length);
      replace(key, value);
    },
    remove,
  };

  function count(key, value, entries) {
    if (!value) return;
    const xor = value.readUInt32LE(value.length - 4);
    totals.entries += entries;
    totals.xor ^= xor;
    tallies.note(key, entries, xor);
  }`;

type Request =
  | { readonly kind: "open"; readonly options: object }
  | { readonly kind: "put"; readonly batches: readonly Buffer[] }
  | { readonly kind: "close" }
  | { readonly kind: "watch"; readonly pass: number; readonly high: Uint8Array | null }
  | { readonly kind: "settle"; readonly pass: number; readonly slice: Slice }
  | { readonly kind: "endPass"; readonly pass: number };

type Answer = { readonly value: unknown } | { readonly failed: string; readonly isDamage: boolean };

/** An entry of the tree that a write has to read is damaged. */
export class DamagedEntryError extends Error {}

/**
 * Threads whose store was closed, for the next store. A thread takes 70 ms of processor time to
 * start, which is most of what it costs to open a small store.
 */
const idle: Worker[] = [];

function startThread(): Worker {
  const lmdb = createRequire(import.meta.url).resolve("lmdb");
  // Flags of this process, such as a TypeScript loader, must not apply to the thread.
  return new Worker(PROGRAM, { eval: true, workerData: { lmdb }, execArgv: [] });
}

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
    this.#worker = idle.pop() ?? startThread();
    this.#worker.removeAllListeners();
    this.#worker.on("message", (answer: Answer) => {
      const caller = this.#waiting.shift();
      if (!caller) return; // it has been told that the thread failed
      if (this.#waiting.length === 0) this.#worker.unref(); // keeps no process alive when idle
      if ("failed" in answer) {
        const { failed, isDamage } = answer;
        caller.reject(isDamage ? new DamagedEntryError(failed) : new Error(failed));
      } else caller.resolve(answer.value);
    });
    this.#worker.on("error", (error) => this.#fail(error));
    this.#worker.on("exit", () => this.#fail(new Error("The storage thread has ended")));
    this.#ask({ kind: "open", options }).catch((error: Error) => this.#fail(error));
  }

  /**
   * Writes all of `batches` (from `encodeWrites`) in one commit, or none. Resolves once durable.
   *
   * @throws DamagedEntryError
   */
  async put(batches: readonly Buffer[]): Promise<void> {
    await this.#ask({ kind: "put", batches });
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
    await this.#ask({ kind: "close" });
    this.#failure = new Error("The store is closed");
    this.#worker.removeAllListeners();
    this.#worker.once("exit", () => idle.splice(idle.indexOf(this.#worker), 1));
    idle.push(this.#worker);
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
