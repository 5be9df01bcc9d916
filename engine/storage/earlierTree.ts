import { dirname } from "node:path";
import { CHECKSUM_BYTES } from "./checksum";
import { CommitLog } from "./log";
import { writesAfterInFormat1 } from "./logFormat1";
import { TOTALS_BYTES, TOTALS_KEY, TOTALS_PROGRAM } from "./totals";
import { openTree, type Tree } from "./tree";
import { askTree } from "./treeProcess";
import { LENGTHS_BYTES, REMOVED } from "./writes";

const OWN_INDEX_KEY = Buffer.alloc(4);
export const ownKey = (name: string) => Buffer.concat([OWN_INDEX_KEY, Buffer.from(name)]);

/**
 * Source of a program that reads every entry, and verifies those that have a checksum, and their
 * totals.
 */
const CHECK_PROGRAM = `
  ${TOTALS_PROGRAM}
  function answer() {
    const tree = openTree(lmdb, { path, readOnly: true });
    const record = tree.getBinary(TOTALS_KEY);
    const totals = record ? readTotals(record) : { entries: 0, xor: 0 };
    const checkedTo = record && record.subarray(${TOTALS_BYTES}, record.length - ${CHECKSUM_BYTES});
    let entries = 0, xor = 0, previous = Buffer.alloc(0);
    for (const { key, value } of tree.getRange({})) {
      const name = "its entry " + key.toString("hex");
      if (Buffer.compare(previous, key) >= 0) throw new Error(name + " is out of order");
      previous = key;
      const isChecked = record && (checkedTo.length === 0 || Buffer.compare(key, checkedTo) <= 0);
      if (!isChecked || key.equals(TOTALS_KEY)) continue;
      const end = value.length - ${CHECKSUM_BYTES};
      const stored = end < 0 ? -1 : value.readUInt32LE(end);
      if (stored !== checksum(key, value.subarray(0, end))) {
        throw new Error(name + " does not match its checksum");
      }
      entries++;
      xor ^= stored;
    }
    if (entries === totals.entries && xor >>> 0 === totals.xor >>> 0) return {};
    throw new Error("it has " + entries + " entries, and not the " + totals.entries + " that were written");
  }`;

/**
 * Checks a data file of an earlier version, in a child process, because reading a damaged file can
 * end the process: treeProcess.ts.
 *
 * @throws DamagedStoreError naming `file`
 */
export async function checkEarlierTree(file: string): Promise<void> {
  await askTree({}, { program: CHECK_PROGRAM, file });
}

export interface EarlierStore {
  /** Its data file. */
  readonly file: string;
  /** False if the folder lacks its log, as a backup does. */
  readonly hasLog: boolean;
}

/** An entry of an earlier tree, without its checksum. */
export interface EarlierEntry {
  readonly key: Buffer;
  readonly value: Buffer;
}

/**
 * The entries of an earlier version's data file and of its log, as that version would have stored
 * them. Reads only.
 *
 *     index number, 4 bytes big endian ‖ index key ‖ in the tree, a checksum
 *
 * A `by_id` entry has the document's JSON text, other entries have no value. An index key longer
 * than 1,900 bytes is cut there, its SHA-256 follows, and the value is the whole key in base64.
 * Versions up to 1.6 had no checksums; the first start of the next one added them, key by key.
 */
export class EarlierTree {
  readonly #tree: Tree;
  /** Last key that has a checksum; null when all have. Empty when none has. */
  readonly #checkedTo: Buffer | null;
  /** Writes that only the log has, by key in hex; the values have no checksums. */
  readonly #written = new Map<string, Buffer | null>();
  /** The keys of these, sorted. */
  readonly #writtenKeys: Buffer[];

  /** @throws DamagedStoreError naming the log */
  constructor({ file, hasLog }: EarlierStore) {
    this.#tree = openTree({ path: file, readOnly: true });
    try {
      this.#checkedTo = checkedTo(this.#tree);
      const missing = hasLog ? this.#missing(dirname(file)) : [];
      for (const batch of missing) this.#note(batch);
    } catch (error) {
      void this.#tree.close();
      throw error;
    }
    this.#writtenKeys = [...this.#written.keys()].map((key) => Buffer.from(key, "hex"));
    this.#writtenKeys.sort((a, b) => a.compare(b));
  }

  /** Returns one of the store's own records. */
  record(name: string): string | undefined {
    const [found] = this.entries(0, name);
    return found?.value.toString();
  }

  /** Yields the entries of an index, or one of them, in order. */
  *entries(index: number, name?: string): Iterable<EarlierEntry> {
    const start = Buffer.alloc(4);
    start.writeUInt32BE(index);
    const end = Buffer.alloc(4);
    end.writeUInt32BE(index + 1);
    const only = name === undefined ? null : ownKey(name);
    const range = only
      ? { start: only, end: Buffer.concat([only, Buffer.alloc(1)]) }
      : { start, end };
    let at = this.#writtenKeys.findIndex((key) => key.compare(range.start) >= 0);
    if (at < 0) at = this.#writtenKeys.length;
    const written = (before: Buffer): EarlierEntry | null => {
      while (at < this.#writtenKeys.length && this.#writtenKeys[at]!.compare(before) < 0) {
        const key = this.#writtenKeys[at++]!;
        const value = this.#written.get(key.toString("hex"))!;
        if (value !== null) return { key, value };
      }
      return null;
    };
    for (const found of this.#tree.getRange(range)) {
      const key = Buffer.from(found.key);
      const value = this.#withoutChecksum(key, found.value);
      for (let entry; (entry = written(key));) yield entry;
      if (this.#writtenKeys[at]?.equals(key) || key.equals(TOTALS_KEY)) continue;
      yield { key, value };
    }
    for (let entry; (entry = written(range.end));) yield entry;
  }

  async close(): Promise<void> {
    await this.#tree.close();
  }

  #withoutChecksum(key: Buffer, value: Buffer): Buffer {
    const hasChecksum = this.#checkedTo === null || key.compare(this.#checkedTo) <= 0;
    return hasChecksum ? value.subarray(0, value.length - CHECKSUM_BYTES) : value;
  }

  /** Returns the encoded writes that the tree lacks, in order. @throws DamagedStoreError */
  #missing(path: string): readonly Buffer[] {
    const record = (name: string) => {
      const key = ownKey(name);
      const value = this.#tree.getBinary(key);
      return value && this.#withoutChecksum(key, value).toString();
    };
    const [ts = "0"] = (record("clock") ?? "").split(" ");
    const ofTree = BigInt(ts);
    const named = record("log");
    const id = named === undefined ? CommitLog.idOf(path) : Number(named);
    if (id === null) return writesAfterInFormat1(path, ofTree);
    const { log, missing } = CommitLog.open(path, id, ofTree);
    log.close();
    return missing;
  }

  #note(batch: Buffer): void {
    const hasChecksums = this.#checkedTo === null || this.#checkedTo.length > 0;
    for (let at = 0; at < batch.length;) {
      const keyAt = at + LENGTHS_BYTES;
      const valueAt = keyAt + batch.readUInt32LE(at);
      const valueBytes = batch.readUInt32LE(at + 4);
      const key = batch.toString("hex", keyAt, valueAt);
      at = valueBytes === REMOVED ? valueAt : valueAt + valueBytes;
      const valueEnd = hasChecksums ? at - CHECKSUM_BYTES : at;
      this.#written.set(key, valueBytes === REMOVED ? null : batch.subarray(valueAt, valueEnd));
    }
  }
}

function checkedTo(tree: Tree): Buffer | null {
  const totals = tree.getBinary(TOTALS_KEY);
  if (totals === undefined) return Buffer.alloc(0);
  const converted = totals.subarray(TOTALS_BYTES, totals.length - CHECKSUM_BYTES);
  return converted.length === 0 ? null : Buffer.from(converted);
}
