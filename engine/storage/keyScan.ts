import * as lmdb from "lmdb";
import type { Transaction } from "lmdb";
import type { Tree } from "./tree";

/** Parts of lmdb that are exported without types; the pinned version has them. */
interface NativeLmdb {
  /** A cursor of one transaction. */
  readonly Cursor: new (db: unknown, transaction: number) => NativeCursor;
  /**
   * Moves a cursor to the first key of a range, which begins with the first `keyBytes` bytes of
   * lmdb's key buffer, and copies the key into that buffer.
   *
   * @param end address of a length (u32) followed by the key at which the range ends
   * @returns the key's length; 0 when the range has no key; negative: an error of LMDB
   */
  position(cursor: number, flags: number, skip: 0, keyBytes: number, end: number): number;
  /** Moves a cursor to the next key of its range; copies and returns as `position` does. */
  iterate(cursor: number): number;
  getAddress(bytes: ArrayBufferLike): number;
  /** @throws Error that explains an error code of LMDB */
  lmdbError(code: number): never;
}
interface NativeCursor {
  readonly address: number;
  close(): void;
}
const { nativeAddon: native } = lmdb as unknown as { nativeAddon: NativeLmdb };

/** Flags of `position`. Descending ranges exclude their start and include their end. */
const ASCENDING = 0;
const DESCENDING = 0x400 | 0x8000 | 0x10000;

/** Offset in lmdb's key buffer to which a cursor copies a key. */
const KEY_AT = 32;
const LENGTH_BYTES = 4;
const MAX_END_BYTES = 2_048;

/** The end of the range being scanned, as `position` takes it. One scan runs at a time. */
const end = Buffer.allocUnsafeSlow(LENGTH_BYTES + MAX_END_BYTES);
const endAddress = native.getAddress(end.buffer);
let keyBuffer: Buffer | null = null;

/**
 * Scans keys in one transaction with one cursor. `getKeys` of lmdb opens a cursor for each range,
 * whose JavaScript object only a full garbage collection releases: after some thousand short
 * ranges, such a collection took a quarter of a second.
 */
export class KeyScan {
  readonly #keyBuffer: Buffer;
  readonly #cursor: NativeCursor;

  constructor(tree: Tree, transaction: Transaction) {
    this.#keyBuffer = keyBuffer ??= keyBufferOf(tree);
    this.#cursor = new native.Cursor(tree.db, transaction.address);
  }

  /**
   * Calls `visit` with each key in [low, high) until it returns false. `buffer` has the key from
   * `start` to `end`, and is overwritten by the next read.
   */
  each(
    { low, high, order }: DiskRange,
    visit: (buffer: Buffer, start: number, end: number) => boolean,
  ): void {
    const [first, last] = order === "asc" ? [low, high] : [high, low];
    this.#keyBuffer.set(first);
    end.writeUInt32LE(last.length);
    end.set(last, LENGTH_BYTES);
    const flags = order === "asc" ? ASCENDING : DESCENDING;
    const { address } = this.#cursor;
    let length = native.position(address, flags, 0, first.length, endAddress);
    while (length > 0 && visit(this.#keyBuffer, KEY_AT, KEY_AT + length)) {
      length = native.iterate(address);
    }
    if (length < 0) native.lmdbError(length);
  }

  close(): void {
    this.#cursor.close();
  }
}

/** Keys on disk in [low, high), in `order`. */
export interface DiskRange {
  readonly low: Uint8Array;
  readonly high: Uint8Array;
  readonly order: "asc" | "desc";
}

/** Returns the buffer that lmdb shares with its native part: it passes it to `writeKey`. */
function keyBufferOf(tree: Tree): Buffer {
  const { writeKey } = tree;
  let found: Buffer | undefined;
  tree.writeKey = (key, target, at) => {
    found ??= target;
    return writeKey(key, target, at);
  };
  try {
    tree.get(Buffer.of(0));
  } finally {
    tree.writeKey = writeKey;
  }
  if (found === undefined) throw new Error("lmdb has no key buffer");
  return found;
}
