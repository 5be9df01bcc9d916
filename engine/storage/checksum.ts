import { crc32 } from "node:zlib";

/**
 * Every value in the tree ends with a 4-byte little-endian checksum of its entry: FNV-1a of the key
 * on disk (writes.ts), continued by CRC-32 of the value. An index entry has an empty value, so its
 * checksum covers only the key. A single changed byte is always detected; other damage goes
 * undetected in one of 2^32 cases.
 */
export const CHECKSUM_BYTES = 4;

/**
 * JavaScript source of `checksum(key, value)`, for programs that run outside this module: the
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

/** `checksum` of the key in `bytes` from `start` to `end`, without creating a view of it. */
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
