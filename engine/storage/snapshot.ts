import type { Transaction } from "lmdb";
import { encodeKey, keyAfter, type KeyRange } from "../values/keys";
import { readBlock } from "./blockReader";
import { FIRST_BLOCK_INDEX } from "./blocks";
import { checksum, CHECKSUM_BYTES } from "./checksum";
import { DamagedStoreError } from "./errors";
import { KeyList } from "./keyList";
import { KeyScan, type DiskRange } from "./keyScan";
import type { Tree } from "./tree";
import { INDEX_BYTES, MAX_KEY_BYTES } from "./writes";

/** Reusable buffers for document keys, by the length of the id. */
const DOCUMENT_KEY_BUFFERS: Buffer[] = [];
const NO_BYTES = new Uint8Array(0);

interface SnapshotOwner {
  /** LMDB's data file, named in errors. */
  readonly file: string;
  /** Called when a read finds damage, before it throws. */
  readonly onDamage: (error: DamagedStoreError) => void;
  onClosed(snapshot: Snapshot): void;
  /** True once the store has released LMDB's memory. */
  readonly isClosed: boolean;
}

/**
 * Reads of one moment. Must be closed: an open snapshot keeps the pages it can see from being
 * reused.
 */
export class Snapshot {
  readonly #lmdb: Tree;
  readonly #store: SnapshotOwner;
  readonly #options: { transaction: Transaction };
  #scan: KeyScan | null = null;

  constructor(lmdb: Tree, store: SnapshotOwner) {
    this.#lmdb = lmdb;
    this.#store = store;
    this.#options = { transaction: lmdb.useReadTransaction() };
  }

  /** Returns the value of a document or own record. */
  get(index: number, key: Uint8Array): string | undefined {
    const disk = diskKey(index, key);
    const found = this.#find(disk);
    return found && this.#textOf(disk, found);
  }

  /**
   * Returns the bytes of a document, with their checksum, which `text` verifies. The buffer is
   * longer than its `length` says, and valid until the next read.
   */
  stored(index: number, id: string): Buffer | undefined {
    return this.#find(documentKey(index, id));
  }

  /** Returns the text of a document whose bytes `stored` returned. */
  text(index: number, id: string, stored: Buffer): string {
    return this.#textOf(documentKey(index, id), stored);
  }

  /**
   * Returns the first `limit` index keys in `range`, or fewer when there are no more.
   *
   * @throws DamagedStoreError when a key is not what was stored. The keys of documents are not
   *   checked, because reading the documents does that.
   */
  keys(index: number, range: KeyRange, order: "asc" | "desc", limit: number): KeyList {
    const keys = new KeyList();
    if (index < FIRST_BLOCK_INDEX) this.#documentKeys(index, range, order, { limit, keys });
    else if (order === "asc") this.#keysUp(index, range, { limit, keys });
    else this.#keysDown(index, range, { limit, keys });
    return keys;
  }

  close(): void {
    // LMDB would read the memory of an environment that is closed.
    if (!this.#store.isClosed) this.#scan?.close();
    this.#options.transaction.done();
    this.#store.onClosed(this);
  }

  #textOf(disk: Uint8Array, found: Buffer): string {
    return found.toString("utf8", 0, this.#checkedEnd(disk, found));
  }

  /** Finds the stored value. The buffer is longer than the value and valid until the next read. */
  #find(disk: Uint8Array): Buffer | undefined {
    try {
      return this.#lmdb.getBinaryFast(disk, this.#options);
    } catch (error) {
      throw this.reportDamage(`reading it failed: ${(error as Error).message}`, error);
    }
  }

  /** Verifies the checksum of a stored value. Returns where the value ends. */
  #checkedEnd(disk: Uint8Array, stored: Buffer): number {
    const end = stored.length - CHECKSUM_BYTES;
    if (end >= 0 && stored.readUInt32LE(end) === checksum(disk, stored.subarray(0, end)))
      return end;
    const name = Buffer.from(disk).toString("hex");
    throw this.reportDamage(`its entry ${name} does not match its checksum`);
  }

  /** Reports that a read found damage. Returns the error to throw. */
  reportDamage(what: string, cause?: unknown): DamagedStoreError {
    const error = new DamagedStoreError(`${this.#store.file} is damaged: ${what}.`, { cause });
    this.#store.onDamage(error);
    return error;
  }

  #documentKeys(
    index: number,
    { start, end }: KeyRange,
    order: "asc" | "desc",
    { limit, keys }: Wanted,
  ): void {
    const range = { low: diskKey(index, start), high: endOnDisk(index, end), order };
    this.#each(range, (buffer, from, to) => {
      keys.push(buffer, from + INDEX_BYTES, to);
      return keys.length < limit;
    });
  }

  #keysUp(index: number, range: KeyRange, { limit, keys }: Wanted): void {
    const read = (disk: Uint8Array) => {
      const { block, end } = this.#block(disk);
      const reading = { range, from: 0, to: limit - keys.length };
      const { isPastRange } = readBlock(block, end, reading, keys);
      return !isPastRange && keys.length < limit;
    };
    let low = diskKey(index, range.start);
    const before: DiskRange = { low: diskKey(index, NO_BYTES), high: keyAfter(low), order: "desc" };
    let first: Uint8Array | null = null;
    this.#each(before, (buffer, from, to) => {
      first = Buffer.from(buffer.subarray(from, to));
      return false;
    });
    if (first !== null) {
      if (!read(first)) return;
      low = keyAfter(low);
    }
    const rest: DiskRange = { low, high: endOnDisk(index, range.end), order: "asc" };
    this.#each(rest, (buffer, from, to) => read(Buffer.from(buffer.subarray(from, to))));
  }

  #keysDown(index: number, range: KeyRange, { limit, keys }: Wanted): void {
    const low = diskKey(index, NO_BYTES);
    const start = diskKey(index, range.start);
    const blocks: DiskRange = { low, high: endOnDisk(index, range.end), order: "desc" };
    this.#each(blocks, (buffer, from, to) => {
      const disk = Buffer.from(buffer.subarray(from, to));
      const { block, end } = this.#block(disk);
      const found = new KeyList();
      const { count } = readBlock(block, end, { range, from: Infinity, to: Infinity }, found);
      const wanted = Math.min(count, limit - keys.length);
      readBlock(block, end, { range, from: count - wanted, to: count }, found);
      for (let i = found.length - 1; i >= 0; i--) keys.push(found.at(i));
      return keys.length < limit && disk.compare(start) > 0;
    });
  }

  /** Returns the block with key `disk`, verified, and where it ends in the buffer. */
  #block(disk: Uint8Array): { block: Buffer; end: number } {
    const block = this.#find(disk);
    if (block === undefined) throw this.reportDamage("its entries are out of order");
    return { block, end: this.#checkedEnd(disk, block) };
  }

  #each(range: DiskRange, visit: (buffer: Buffer, start: number, end: number) => boolean): void {
    try {
      this.#scan ??= new KeyScan(this.#lmdb, this.#options.transaction);
      this.#scan.each(range, visit);
    } catch (error) {
      if (error instanceof DamagedStoreError) throw error;
      throw this.reportDamage(`reading it failed: ${(error as Error).message}`, error);
    }
  }
}

/** Where a scan puts the keys that it finds, at most `limit` of them. */
interface Wanted {
  readonly limit: number;
  readonly keys: KeyList;
}

/**
 * Returns the key on disk of an index key. Only the first MAX_KEY_BYTES of a key can be in the key
 * of a block.
 */
function diskKey(index: number, key: Uint8Array): Uint8Array {
  const length = Math.min(key.length, MAX_KEY_BYTES);
  const disk = Buffer.allocUnsafe(INDEX_BYTES + length);
  disk.writeUInt32BE(index);
  disk.set(length === key.length ? key : key.subarray(0, length), INDEX_BYTES);
  return disk;
}

/** `diskKey(index, encodeKey([id]))` without allocating; most reads are of this kind. */
function documentKey(index: number, id: string): Uint8Array {
  const disk = (DOCUMENT_KEY_BUFFERS[id.length] ??= Buffer.from(diskKey(index, encodeKey([id]))));
  disk.writeUInt32BE(index);
  disk.write(id, INDEX_BYTES + 1, "latin1"); // after the string's tag; ids are ASCII
  return disk;
}

/**
 * Returns the exclusive end on disk of the blocks or documents before `key`, or of the index when
 * `key` is null.
 */
function endOnDisk(index: number, key: Uint8Array | null): Uint8Array {
  if (key === null) return diskKey(index + 1, NO_BYTES);
  const disk = diskKey(index, key);
  return key.length > MAX_KEY_BYTES ? keyAfter(disk) : disk;
}
