import type { Table } from "../storage/catalog";
import { KeyList } from "../storage/keyList";
import type { Snapshot } from "../storage/snapshot";
import { compareBytes, keyAfter, type KeyRange } from "../values/keys";
import type { PendingWritesView } from "./pendingWrites";

// The cursor reads keys in chunks, so that no LMDB cursor stays open between rows. The first chunk
// is small because most ranges are short.
const FIRST_CHUNK = 4;
const MAX_CHUNK = 256;

interface Scanned {
  readonly table: Table;
  /** Position of the index among the table's indexes. */
  readonly position: number;
  readonly range: KeyRange;
  readonly order: "asc" | "desc";
}

/**
 * Iterates over the keys of one index range in order, merging the snapshot's keys with those of the
 * pending writes, which add keys and remove others.
 */
export class Cursor {
  readonly #snapshot: Snapshot;
  readonly #pendingWrites: PendingWritesView | null;
  readonly #table: string;
  readonly #position: number;
  readonly #number: number;
  readonly #order: "asc" | "desc";
  /**
   * Part of the range that has not been returned yet. The pending writes may change during the
   * scan, so `next` looks this part up in them again each time.
   */
  #rest: KeyRange;
  #chunk = new KeyList();
  #chunkAt = 0;
  #chunkSize = FIRST_CHUNK;
  #isStoreDone = false;
  /** Part of the range that no chunk of the snapshot has covered yet. */
  #unread: KeyRange;

  constructor(
    snapshot: Snapshot,
    pendingWrites: PendingWritesView | null,
    { table, position, range, order }: Scanned,
  ) {
    this.#snapshot = snapshot;
    this.#pendingWrites = pendingWrites;
    this.#table = table.name;
    this.#position = position;
    this.#number = table.indexes[position]!.number;
    this.#order = order;
    this.#rest = range;
    this.#unread = range;
  }

  /** The next key, or null at the end of the range. */
  next(): Uint8Array | null {
    for (;;) {
      const stored = this.#peekStored();
      const written =
        this.#pendingWrites?.first(this.#table, this.#position, this.#rest, this.#order) ?? null;
      if (written === null) {
        if (stored === null) return null;
        this.#chunkAt++;
        if (this.#pendingWrites) this.#rest = this.#after(this.#rest, stored);
        return stored;
      }
      const order = stored === null ? -1 : this.#compare(written.key, stored);
      if (order >= 0) this.#chunkAt++;
      const key = order > 0 ? stored! : written.key;
      this.#rest = this.#after(this.#rest, key);
      if (order > 0) return key;
      if (written.isPresent) return key;
    }
  }

  #peekStored(): Uint8Array | null {
    if (this.#chunkAt === this.#chunk.length && !this.#isStoreDone) {
      this.#chunk = this.#snapshot.keys(this.#number, this.#unread, this.#order, this.#chunkSize);
      this.#chunkAt = 0;
      const { length } = this.#chunk;
      if (length < this.#chunkSize) this.#isStoreDone = true;
      else this.#unread = this.#after(this.#unread, this.#chunk.at(length - 1));
      this.#chunkSize = Math.min(this.#chunkSize * 4, MAX_CHUNK);
    }
    return this.#chunkAt < this.#chunk.length ? this.#chunk.at(this.#chunkAt) : null;
  }

  #after({ start, end }: KeyRange, key: Uint8Array): KeyRange {
    return this.#order === "asc" ? { start: keyAfter(key), end } : { start, end: key };
  }

  #compare(a: Uint8Array, b: Uint8Array): number {
    return this.#order === "asc" ? compareBytes(a, b) : compareBytes(b, a);
  }
}
