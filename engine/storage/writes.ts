import { FIRST_BLOCK_INDEX } from "./blocks";
import { checksumIn, CHECKSUM_BYTES } from "./checksum";
import { MAX_PACKED_GROWTH, packKey } from "./packedKey";

/**
 * The tree has two kinds of keys, which begin with an index number (4 bytes, big endian):
 *
 *     number of a `by_id` index ‖ key      the value is the document's JSON text
 *     0 ‖ name                             the store's own records
 *     number of another index ‖ key        a block with some dozens of entries: blocks.ts
 */
export const INDEX_BYTES = 4;
/** LMDB's limit is 1,978 bytes. Only entries in blocks may have longer keys. */
export const MAX_KEY_BYTES = 1_900;
const PAGE_BYTES = 4_096;
const NO_BYTES = new Uint8Array(0);

/** `value` null removes the document or the entry; entries of indexes have the value "". */
export interface Write {
  readonly index: number;
  readonly key: Uint8Array;
  readonly value: string | null;
}

/** Header of each encoded write: two lengths. */
export const LENGTHS_BYTES = 8;
/** Value lengths of writes without a value: the key is removed, or added to its block. */
export const [REMOVED, ADDED] = [0xffffffff, 0xfffffffe];

/** Writes are encoded here: one buffer, because encoding never yields and the result is copied. */
let bytes = Buffer.allocUnsafeSlow(64 * 1024);

/**
 * Encodes writes for the log and the writer thread (writerThread.ts). Each write is, little endian:
 *
 *     key length u32 ‖ value length u32 ‖ key on disk ‖ value (UTF-8) ‖ checksum u32
 *
 * The value length includes the checksum (checksum.ts), which is stored with the value. Removed
 * keys and entries have neither, and the length REMOVED or ADDED; the key of an entry is packed.
 */
export function encodeWrites(writes: readonly Write[]): Buffer {
  let at = 0;
  for (const { index, key, value } of writes) {
    const isEntry = index >= FIRST_BLOCK_INDEX;
    const keyAt = at + LENGTHS_BYTES;
    // A UTF-16 unit takes up to three bytes.
    const valueBytes = isEntry || value === null ? 0 : 3 * value.length + CHECKSUM_BYTES;
    reserve(at, LENGTHS_BYTES + INDEX_BYTES + key.length + MAX_PACKED_GROWTH + valueBytes);
    bytes.writeUInt32BE(index, keyAt);
    let keyEnd = keyAt + INDEX_BYTES;
    if (isEntry) {
      keyEnd = packKey(key, bytes, keyEnd);
    } else {
      bytes.set(key, keyEnd);
      keyEnd += key.length;
    }
    bytes.writeUInt32LE(keyEnd - keyAt, at);
    if (isEntry || value === null) {
      bytes.writeUInt32LE(value === null ? REMOVED : ADDED, at + 4);
      at = keyEnd;
    } else {
      const valueEnd = keyEnd + bytes.write(value, keyEnd);
      const stored = value === "" ? NO_BYTES : bytes.subarray(keyEnd, valueEnd);
      bytes.writeUInt32LE(checksumIn(bytes, keyAt, keyEnd, stored), valueEnd);
      bytes.writeUInt32LE(valueEnd - keyEnd + CHECKSUM_BYTES, at + 4);
      at = valueEnd + CHECKSUM_BYTES;
    }
  }
  // Allocated outside the pool: posting a buffer to a thread copies all memory that it is part of.
  const encoded = Buffer.allocUnsafeSlow(at);
  bytes.copy(encoded, 0, 0, at);
  if (bytes.length > MAX_KEPT_BYTES) bytes = Buffer.allocUnsafeSlow(64 * 1024);
  return encoded;
}

/** A larger buffer is released after use. */
const MAX_KEPT_BYTES = 2 ** 20;

function reserve(at: number, count: number): void {
  if (at + count <= bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(2 * (at + count));
  bytes.copy(larger, 0, 0, at);
  bytes = larger;
}

/**
 * Upper bound of the disk space that encoded writes take: a page per entry, and each value twice.
 */
export function diskBytesFor(encoded: Buffer): number {
  let entries = 0;
  for (let at = 0; at < encoded.length; entries++) {
    const valueBytes = encoded.readUInt32LE(at + 4);
    at += LENGTHS_BYTES + encoded.readUInt32LE(at) + (valueBytes >= ADDED ? 0 : valueBytes);
  }
  return entries * PAGE_BYTES + 2 * encoded.length;
}
