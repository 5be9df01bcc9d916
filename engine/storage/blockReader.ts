import type { KeyRange } from "../values/keys";
import type { KeyList } from "./keyList";
import { ID_BYTES, writeIdEnd } from "./packedKey";

const ID_TIME_BYTES = 6;
const MAX_ID_END_BYTES = 40;
/** Forms of an entry: blocks.ts. */
const [WITHOUT_ID, WITH_TIME_OF_STEM] = [0, 2];

/** Key of the entry read last. One buffer for all blocks, because reads do not overlap. */
let key = Buffer.allocUnsafeSlow(4_096);
const internal = Buffer.allocUnsafeSlow(ID_BYTES);
const time = Buffer.allocUnsafeSlow(8);

/** Reads the keys of one block in order. Queries read many, so it allocates nothing for each. */
class BlockReader {
  readonly #block: Buffer;
  readonly #end: number;
  readonly #table: number;
  #at = 0;
  #form = 0;
  /** Number of bytes that the stem shares with the one before. */
  #shared = 0;
  #stem = 0;
  /** Length of the key; 0 while `key` has only its stem. */
  #length = 0;

  /** @param end where the block ends in its buffer */
  constructor(block: Buffer, end: number) {
    this.#block = block;
    this.#end = end;
    this.#table = this.#varint();
  }

  /** Moves to the next key. Returns false after the last. */
  next(): boolean {
    if (this.#at >= this.#end) return false;
    this.#shared = this.#varint();
    const size = this.#varint();
    this.#form = size & 3;
    this.#stem = this.#shared + (size >>> 2);
    this.#length = this.#form === WITHOUT_ID ? this.#stem : 0;
    reserve(this.#stem + MAX_ID_END_BYTES);
    this.#read(key, this.#shared, this.#stem);
    if (this.#form === WITH_TIME_OF_STEM) this.#read(internal, ID_TIME_BYTES, ID_BYTES);
    else if (this.#form !== WITHOUT_ID) this.#read(internal, 0, ID_BYTES);
    return true;
  }

  /** Completes the key in the buffer `key`. Returns its length. */
  complete(): number {
    if (this.#length > 0) return this.#length;
    if (this.#form === WITH_TIME_OF_STEM) {
      key.copy(time, 0, this.#stem - 8, this.#stem);
      time[0]! ^= 0x80; // the sign, which is flipped in keys
      internal.writeUIntBE(Math.floor(time.readDoubleBE()), 0, ID_TIME_BYTES);
    }
    this.#length = writeIdEnd(key, this.#stem, this.#table, internal);
    return this.#length;
  }

  /** True if the key is not before `bound`. */
  isAtOrAfter(bound: Bound): boolean {
    const { bytes } = bound;
    const end = Math.min(this.#stem, bytes.length);
    let same = Math.min(bound.same, this.#shared);
    while (same < end && key[same] === bytes[same]) same++;
    bound.same = same;
    if (same === bytes.length) return true;
    if (same < this.#stem) return key[same]! > bytes[same]!;
    return key.compare(bytes, 0, bytes.length, 0, this.complete()) >= 0;
  }

  #read(target: Buffer, from: number, to: number): void {
    this.#block.copy(target, from, this.#at, this.#at + to - from);
    this.#at += to - from;
  }

  #varint(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 0x80) {
      const byte = this.#block[this.#at++]!;
      value += (byte & 0x7f) * unit;
      if (byte < 0x80) return value;
    }
  }
}

/** A key that others are compared with, in order. */
interface Bound {
  readonly bytes: Uint8Array;
  /** Number of bytes at the beginning of the key compared last that are the bound's. */
  same: number;
}

function reserve(bytes: number): void {
  if (bytes <= key.length) return;
  const larger = Buffer.allocUnsafeSlow(2 * bytes);
  larger.set(key);
  key = larger;
}

interface Reading {
  readonly range: KeyRange;
  /** Of the block's keys in the range, by position: the first to add and the one after the last. */
  readonly from: number;
  readonly to: number;
}

/**
 * Adds keys of a block to `keys`.
 *
 * @param end where the block ends in its buffer
 * @returns the number of keys in the range up to `to`, and whether a key follows the range
 */
export function readBlock(
  block: Buffer,
  end: number,
  { range, from, to }: Reading,
  keys: KeyList,
): { count: number; isPastRange: boolean } {
  const reader = new BlockReader(block, end);
  const low: Bound = { bytes: range.start, same: 0 };
  const high: Bound | null = range.end && { bytes: range.end, same: 0 };
  let isReached = range.start.length === 0;
  let count = 0;
  while (count < to && reader.next()) {
    isReached ||= reader.isAtOrAfter(low);
    if (!isReached) continue;
    if (high && reader.isAtOrAfter(high)) return { count, isPastRange: true };
    if (count >= from) keys.push(key, 0, reader.complete());
    count++;
  }
  return { count, isPastRange: false };
}
