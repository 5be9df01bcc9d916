import { createHash } from "node:crypto";
import { checksumIn, CHECKSUM_BYTES } from "./checksum";

/**
 * Format of a key on disk:
 *
 *     index number, 4 bytes big endian ‖ index key (values/keys.ts)
 *
 * LMDB limits keys to 1,978 bytes. An index key longer than MAX_KEY_BYTES is stored as its first
 * MAX_KEY_BYTES ‖ SHA-256 of the whole key, and the value is the whole key (base64). Entries that
 * share such a prefix are adjacent on disk; scans sort them by their whole keys.
 */
export const MAX_KEY_BYTES = 1_900;
export const INDEX_BYTES = 4;
const PAGE_BYTES = 4_096;
const NO_BYTES = new Uint8Array(0);

/** `value` null removes the entry. */
export interface Write {
  readonly index: number;
  readonly key: Uint8Array;
  readonly value: string | null;
}

/** Header of each encoded write: two lengths. */
export const LENGTHS_BYTES = 8;
/** Value length that marks a removed entry. */
export const REMOVED = 0xffffffff;

/**
 * Encodes writes for the log and the writer thread (writerThread.ts). Each write is, little endian:
 *
 *     key length u32 ‖ value length u32 ‖ key on disk ‖ value (UTF-8) ‖ checksum u32
 *
 * The value length includes the checksum (checksum.ts), which is stored with the value; a removed
 * entry has the length REMOVED and neither value nor checksum.
 */
export function encodeWrites(writes: readonly Write[]): Buffer {
  const entries = writes.map((write) => (isLong(write.key) ? shortened(write) : write));
  let size = 0;
  for (const { key, value } of entries) {
    size += LENGTHS_BYTES + INDEX_BYTES + key.length;
    if (value !== null) size += Buffer.byteLength(value) + CHECKSUM_BYTES;
  }
  // Allocated outside the pool: posting a buffer to a thread copies all memory that it is part of.
  const bytes = Buffer.allocUnsafeSlow(size);
  let at = 0;
  for (const { index, key, value } of entries) {
    const keyAt = at + LENGTHS_BYTES;
    const valueAt = keyAt + INDEX_BYTES + key.length;
    bytes.writeUInt32LE(INDEX_BYTES + key.length, at);
    bytes.writeUInt32BE(index, keyAt);
    bytes.set(key, keyAt + INDEX_BYTES);
    if (value === null) {
      bytes.writeUInt32LE(REMOVED, at + 4);
      at = valueAt;
    } else {
      // Nine of ten writes are index entries with an empty value, for which writing and a view are
      // skipped.
      const valueEnd = value === "" ? valueAt : valueAt + bytes.write(value, valueAt);
      const stored = value === "" ? NO_BYTES : bytes.subarray(valueAt, valueEnd);
      bytes.writeUInt32LE(checksumIn(bytes, keyAt, valueAt, stored), valueEnd);
      bytes.writeUInt32LE(valueEnd - valueAt + CHECKSUM_BYTES, at + 4);
      at = valueEnd + CHECKSUM_BYTES;
    }
  }
  return bytes;
}

/**
 * Upper bound of the disk space that encoded writes take: a page per entry, and each value twice.
 */
export function diskBytesFor(encoded: Buffer): number {
  let entries = 0;
  for (let at = 0; at < encoded.length; entries++) {
    const valueBytes = encoded.readUInt32LE(at + 4);
    at += LENGTHS_BYTES + encoded.readUInt32LE(at) + (valueBytes === REMOVED ? 0 : valueBytes);
  }
  return entries * PAGE_BYTES + 2 * encoded.length;
}

export function isLong(key: Uint8Array): boolean {
  return key.length > MAX_KEY_BYTES;
}

function shortened({ index, key, value }: Write): Write {
  const hash = createHash("sha256").update(key).digest();
  return {
    index,
    key: Buffer.concat([key.subarray(0, MAX_KEY_BYTES), hash]),
    value: value === null ? null : Buffer.from(key).toString("base64"),
  };
}
