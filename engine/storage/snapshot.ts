import type { Transaction } from "lmdb";
import { compareBytes, encodeKey, keyAfter, prefixEnd, type KeyRange } from "../values/keys";
import { checksum, CHECKSUM_BYTES } from "./checksum";
import { DamagedStoreError } from "./errors";
import { KeyList } from "./keyList";
import { KeyScan, type DiskRange } from "./keyScan";
import type { Tree } from "./tree";
import { INDEX_BYTES, isLong, MAX_KEY_BYTES } from "./writes";

/** Keys on disk that are longer belong to long index keys (writes.ts). */
const MAX_PLAIN_KEY_BYTES = INDEX_BYTES + MAX_KEY_BYTES;

/** Reusable buffers for document keys, by the length of the id. */
const DOCUMENT_KEY_BUFFERS: Buffer[] = [];
/** Reusable buffers for the keys of `verifyKey`, by length. */
const VERIFIED_KEY_BUFFERS: Buffer[] = [];

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
  readonly #isChecked: boolean;
  readonly #options: { transaction: Transaction };
  #scan: KeyScan | null = null;

  /** @param isChecked true when entries have checksums */
  constructor(lmdb: Tree, store: SnapshotOwner, isChecked: boolean) {
    this.#lmdb = lmdb;
    this.#store = store;
    this.#isChecked = isChecked;
    this.#options = { transaction: lmdb.useReadTransaction() };
  }

  /** Returns the value of one entry, whose key must not exceed MAX_KEY_BYTES. */
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
   * Verifies the checksum of an index entry that `keys` returned, and that a search finds it. Kept
   * apart from `keys`, because most scans end before their last chunk does.
   */
  verifyKey(index: number, key: Uint8Array): void {
    if (!this.#isChecked || isLong(key)) return; // `keys` has already verified long keys
    const length = INDEX_BYTES + key.length;
    const disk = (VERIFIED_KEY_BUFFERS[length] ??= Buffer.allocUnsafeSlow(length));
    disk.writeUInt32BE(index);
    disk.set(key, INDEX_BYTES);
    const found = this.#find(disk);
    if (found === undefined) throw this.reportDamage(`its entries are out of order`);
    this.#check(disk, found, found.length - CHECKSUM_BYTES);
  }

  /**
   * Returns the first `limit` index keys in `range`, or a few more; empty only when there are none.
   */
  keys(index: number, range: KeyRange, order: "asc" | "desc", limit: number): KeyList {
    const keys = new KeyList();
    let low = diskKey(index, range.start);
    let high = endOnDisk(index, range.end);
    while (keys.length < limit) {
      const long = this.#collect({ low, high, order }, limit, keys);
      if (long === null) break;
      for (const key of this.#longKeys(long, order)) if (isInside(key, range)) keys.push(key);
      if (order === "asc") low = prefixEnd(long)!;
      else high = keyAfter(long);
    }
    return keys;
  }

  close(): void {
    // LMDB would read the memory of an environment that is closed.
    if (!this.#store.isClosed) this.#scan?.close();
    this.#options.transaction.done();
    this.#store.onClosed(this);
  }

  #textOf(disk: Uint8Array, found: Buffer): string {
    if (!this.#isChecked) return found.toString("utf8", 0, found.length);
    const end = found.length - CHECKSUM_BYTES;
    this.#check(disk, found, end);
    return found.toString("utf8", 0, end);
  }

  /** Finds the stored value. The buffer is longer than the value and valid until the next read. */
  #find(disk: Uint8Array): Buffer | undefined {
    try {
      return this.#lmdb.getBinaryFast(disk, this.#options);
    } catch (error) {
      throw this.reportDamage(`reading it failed: ${(error as Error).message}`, error);
    }
  }

  /** @param end offset of the value's end, where its checksum begins */
  #check(disk: Uint8Array, stored: Buffer, end: number): void {
    if (end >= 0 && stored.readUInt32LE(end) === checksum(disk, stored.subarray(0, end))) return;
    const name = Buffer.from(disk).toString("hex");
    throw this.reportDamage(`its entry ${name} does not match its checksum`);
  }

  /** Reports that a read found damage. Returns the error to throw. */
  reportDamage(what: string, cause?: unknown): DamagedStoreError {
    const error = new DamagedStoreError(`${this.#store.file} is damaged: ${what}.`, { cause });
    this.#store.onDamage(error);
    return error;
  }

  /** Yields the entries of a range that lmdb found; reading any of them may fail. */
  *#found<T>(range: Iterable<T>): Iterable<T> {
    try {
      yield* range;
    } catch (error) {
      throw this.reportDamage(`reading it failed: ${(error as Error).message}`, error);
    }
  }

  /**
   * Appends keys to `keys` until it has `limit` of them or meets a long key. Returns the long key's
   * common part on disk (index number and prefix), or null.
   */
  #collect(range: DiskRange, limit: number, keys: KeyList): Uint8Array | null {
    let long: Uint8Array | null = null;
    try {
      this.#scan ??= new KeyScan(this.#lmdb, this.#options.transaction);
      this.#scan.each(range, (buffer, start, end) => {
        if (end - start > MAX_PLAIN_KEY_BYTES) {
          long = Buffer.from(buffer.subarray(start, start + MAX_PLAIN_KEY_BYTES));
          return false;
        }
        keys.push(buffer, start + INDEX_BYTES, end);
        return keys.length < limit;
      });
    } catch (error) {
      throw this.reportDamage(`reading it failed: ${(error as Error).message}`, error);
    }
    return long;
  }

  /** Returns the complete keys of all long entries that share `common`, in order. */
  #longKeys(common: Uint8Array, order: "asc" | "desc"): Buffer[] {
    const keys: Buffer[] = [];
    const range = { start: common, end: prefixEnd(common)!, ...this.#options };
    for (const { key, value } of this.#found(this.#lmdb.getRange(range))) {
      if (key.length <= MAX_PLAIN_KEY_BYTES) continue;
      const end = value.length - (this.#isChecked ? CHECKSUM_BYTES : 0);
      if (this.#isChecked) this.#check(key, value, end);
      keys.push(Buffer.from(value.toString("latin1", 0, end), "base64"));
    }
    keys.sort(compareBytes);
    return order === "asc" ? keys : keys.reverse();
  }
}

/**
 * Returns the key on disk of an index key. A long key is cut to the part that its entry shares with
 * others (writes.ts): no entry at or after `key` sorts below that, but some entries before `key`
 * may sort above it.
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
 * Returns the exclusive end on disk of a range that ends before `key`, or at the index's end when
 * `key` is null. A long key is rounded up past the entries with the same common part; the caller
 * filters these.
 */
function endOnDisk(index: number, key: Uint8Array | null): Uint8Array {
  if (key === null) return diskKey(index + 1, new Uint8Array(0));
  const disk = diskKey(index, key);
  return isLong(key) ? prefixEnd(disk)! : disk;
}

function isInside(key: Uint8Array, { start, end }: KeyRange): boolean {
  return compareBytes(key, start) >= 0 && (end === null || compareBytes(key, end) < 0);
}
