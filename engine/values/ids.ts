/**
 * Document ids, in the real backend's form: base32 (Crockford's alphabet, lower case) of
 *
 *     varint(table number) ‖ 16 bytes ‖ fletcher16 of everything before (little endian)
 *
 * System tables (numbers below 128) have ids of 31 characters, user tables of 32. The first six of
 * the 16 bytes are the time in ms (big endian), so that documents written together are adjacent on
 * disk: with random ids, importing 20,000 rows wrote thirteen times as much. The other 80 bits are
 * random, so an id cannot be guessed; a refresh token of the auth library consists of two ids, and
 * so has 160 random bits.
 */

import { randomFillSync } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const DIGITS = Buffer.from(ALPHABET);
const INTERNAL_BYTES = 16;
const TIME_BYTES = 6;
const MIN_LENGTH = 31;
const MAX_LENGTH = 37;

const DIGIT_OF = new Int8Array(128).fill(-1);
for (let digit = 0; digit < 32; digit++) DIGIT_OF[DIGITS[digit]!] = digit;

const POOL_IDS = 256; // ids filled by one call to the system's random generator
const pool = Buffer.allocUnsafeSlow(POOL_IDS * INTERNAL_BYTES);
let poolUsed = pool.length;

const scratch = Buffer.allocUnsafeSlow(32);
const text = Buffer.allocUnsafeSlow(MAX_LENGTH);

/** Creates an id in the table with `tableNumber`. @param now epoch ms */
export function newId(tableNumber: number, now: number): string {
  if (poolUsed === pool.length) {
    randomFillSync(pool);
    poolUsed = 0;
  }
  const internal = pool.subarray(poolUsed, poolUsed + INTERNAL_BYTES);
  poolUsed += INTERNAL_BYTES;
  internal.writeUIntBE(Math.floor(now), 0, TIME_BYTES);
  return encodeId(tableNumber, internal);
}

export function encodeId(tableNumber: number, internal: Uint8Array): string {
  return text.toString("latin1", 0, writeId(text, 0, tableNumber, internal));
}

/** Writes an id as ASCII into `target` from byte `at`. Returns the byte after it. */
export function writeId(
  target: Buffer,
  at: number,
  tableNumber: number,
  internal: Uint8Array,
): number {
  let size = 0;
  let rest = tableNumber;
  for (; rest >= 0x80; rest >>>= 7) scratch[size++] = (rest & 0x7f) | 0x80;
  scratch[size++] = rest;
  scratch.set(internal, size);
  size += INTERNAL_BYTES;
  const checksum = fletcher16(scratch, size);
  scratch[size++] = checksum & 0xff;
  scratch[size++] = checksum >>> 8;
  return writeBase32(target, at, size);
}

/**
 * Returns the table number in `id`; null when it is not an id (wrong length, alphabet or checksum).
 */
export function tableNumberOfId(id: string): number | null {
  const size = decode(id);
  if (size === null) return null;
  let tableNumber = 0;
  let at = 0;
  for (;;) {
    const byte = scratch[at]!;
    tableNumber += (byte & 0x7f) * 2 ** (7 * at);
    at++;
    if (byte < 0x80) break;
    if (at === 5) return null;
  }
  const checked = at + INTERNAL_BYTES;
  if (size !== checked + 2) return null;
  const checksum = fletcher16(scratch, checked);
  const matches = scratch[checked] === (checksum & 0xff) && scratch[checked + 1] === checksum >>> 8;
  return matches ? tableNumber : null;
}

/**
 * Copies the 16 bytes in `id` to `target`, from which `encodeId` makes the same id again. Returns
 * its table number; null when that is impossible.
 */
export function splitId(id: string, target: Buffer): number | null {
  const tableNumber = tableNumberOfId(id);
  if (tableNumber === null) return null;
  scratch.copy(target, 0, decode(id)! - INTERNAL_BYTES - 2);
  return encodeId(tableNumber, target) === id ? tableNumber : null;
}

/** Decodes `id` into `scratch`. Returns the number of bytes, or null. */
function decode(id: string): number | null {
  if (id.length < MIN_LENGTH || id.length > MAX_LENGTH) return null;
  let size = 0;
  let bits = 0;
  let value = 0;
  for (let i = 0; i < id.length; i++) {
    const digit = DIGIT_OF[id.charCodeAt(i)] ?? -1;
    if (digit < 0) return null;
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      scratch[size++] = (value >>> bits) & 0xff;
    }
  }
  const leftover = value & ((1 << bits) - 1);
  return leftover === 0 ? size : null;
}

/** Writes the first `size` bytes of `scratch` into `target` from byte `at`. */
function writeBase32(target: Buffer, at: number, size: number): number {
  let end = at;
  let bits = 0;
  let value = 0;
  for (let i = 0; i < size; i++) {
    value = ((value << 8) | scratch[i]!) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      target[end++] = DIGITS[(value >>> bits) & 31]!;
    }
  }
  if (bits > 0) target[end++] = DIGITS[(value << (5 - bits)) & 31]!;
  return end;
}

/** Fletcher's checksum as in RFC 1145, modulus 256. */
function fletcher16(bytes: Uint8Array, size: number): number {
  let low = 0;
  let high = 0;
  for (let i = 0; i < size; i++) {
    low = (low + bytes[i]!) & 0xff;
    high = (high + low) & 0xff;
  }
  return (high << 8) | low;
}
