import { crc32 } from "node:zlib";

/**
 * Every value in the tree ends with a checksum of its whole entry, 4 bytes little endian: FNV-1a of
 * the key on disk (writes.ts), continued by CRC-32 of the value. An index entry has no value of its
 * own, so its checksum is that of its key. One changed byte is always seen, any other damage in all
 * but one of 2^32 cases.
 */
export const CHECKSUM_BYTES = 4;

/**
 * JavaScript text of `checksum(key, value)`, for the programs that run outside of this module: the
 * writer thread and the verifier (verify.ts).
 */
export const CHECKSUM_PROGRAM = `
  const { crc32 } = require("node:zlib");
  function checksum(key, value) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key[i], 0x01000193);
    hash >>>= 0;
    return value.length === 0 ? hash : crc32(value, hash);
  }`;

export function checksum(key: Uint8Array, value: Uint8Array): number {
  return checksumIn(key, 0, key.length, value);
}

/** `checksum` of a key that lies in `bytes` from `start` to `end`, without a view of it. */
export function checksumIn(
  bytes: Uint8Array,
  start: number,
  end: number,
  value: Uint8Array,
): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  hash >>>= 0;
  return value.length === 0 ? hash : crc32(value, hash);
}
