/**
 * Encodes index keys as bytes that sort like `compareValues` (convex/values), value by value.
 *
 * | value     | bytes                                                                            |
 * |-----------|----------------------------------------------------------------------------------|
 * | undefined | 01                                                                               |
 * | null      | 02                                                                               |
 * | bigint    | 03, 8 bytes big endian, sign bit flipped                                         |
 * | number    | 04, 8 bytes IEEE big endian; positive: sign bit flipped, negative: all bits      |
 * | boolean   | 05 false, 06 true                                                                |
 * | string    | 07, UTF-8 with 00 written 01 01 and 01 written 01 02, then 00                    |
 * | bytes     | 08, the bytes escaped the same way, then 00                                      |
 * | array     | 09, the elements, then 00                                                        |
 * | object    | 0a, each field as string and value, sorted by name, then 00                      |
 *
 * `encodeKey(["é", 1])` is 07 c3 a9 00 04 bf f0 00 00 00 00 00 00. No value's bytes are a prefix of
 * another's, so the key of the first values is a prefix of exactly those keys that begin with the
 * same values.
 */

import { CommitTsPlaceholder, type Value } from "convex/values";
import { valueAt, type JSONObject } from "./json";

const END = 0x00;
const TAG = {
  undefined: 1,
  null: 2,
  bigint: 3,
  number: 4,
  false: 5,
  true: 6,
  string: 7,
  bytes: 8,
  array: 9,
  object: 10,
} as const;

const MAX_INT64 = 0x7fffffffffffffffn;

/** Encoded index keys in [start, end), in byte order. `end` null: no upper bound. */
export type KeyRange = { readonly start: Uint8Array; readonly end: Uint8Array | null };

/** Every key. */
export const EVERYTHING: KeyRange = { start: new Uint8Array(0), end: null };

// All calls share one buffer: encoding never yields, and the result is copied out.
let buffer = Buffer.allocUnsafeSlow(4096);
let view = new DataView(buffer.buffer);
let length = 0;

/**
 * Encodes values; the key of fewer values is a prefix of the key of more. Cost: one pass and one
 * copy.
 */
export function encodeKey(values: readonly (Value | undefined)[]): Uint8Array {
  length = 0;
  for (const value of values) append(value);
  return encoded();
}

/** `encodeKey` of a document's values at `paths`, then its id. */
export function encodeIndexKey(
  paths: readonly (readonly string[])[],
  document: JSONObject,
  id: string,
): Uint8Array {
  length = 0;
  for (const path of paths) append(valueAt(document, path));
  append(id);
  return encoded();
}

function encoded(): Uint8Array {
  const key = Buffer.allocUnsafe(length);
  buffer.copy(key, 0, 0, length);
  return key;
}

export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b);
}

/** Returns the first key after `key` itself. */
export function keyAfter(key: Uint8Array): Uint8Array {
  const next = Buffer.alloc(key.length + 1);
  next.set(key);
  return next;
}

/**
 * Returns the smallest key greater than every key that begins with `prefix`; null when there is
 * none.
 */
export function prefixEnd(prefix: Uint8Array): Uint8Array | null {
  let last = prefix.length - 1;
  while (last >= 0 && prefix[last] === 0xff) last--;
  if (last < 0) return null;
  const end = Buffer.from(prefix.subarray(0, last + 1));
  end[last] = end[last]! + 1;
  return end;
}

/** Returns the range of all keys that begin with `values`. */
export function prefixRange(values: readonly (Value | undefined)[]): KeyRange {
  const start = encodeKey(values);
  return { start, end: prefixEnd(start) };
}

/** Returns the range that contains only `key`. */
export function pointRange(key: Uint8Array): KeyRange {
  return { start: key, end: keyAfter(key) };
}

/**
 * Returns the document id, the string at the end of an index key. Ids consist of letters and
 * digits, all greater than the string's tag, so the tag is the first smaller byte from the right.
 */
export function idOfKey(key: Uint8Array): string {
  const end = key.length - 1; // before the terminator
  let start = end;
  while (key[start - 1]! > TAG.string) start--;
  return Buffer.from(key.buffer, key.byteOffset + start, end - start).toString("latin1");
}

function append(value: Value | undefined): void {
  reserve(9);
  if (value === undefined) buffer[length++] = TAG.undefined;
  else if (value === null) buffer[length++] = TAG.null;
  else if (typeof value === "string") appendString(value);
  else if (typeof value === "number") appendNumber(value);
  else if (typeof value === "boolean") buffer[length++] = value ? TAG.true : TAG.false;
  else if (typeof value === "bigint") appendInteger(value);
  else if (value instanceof ArrayBuffer) appendBytes(value);
  else if (Array.isArray(value)) appendArray(value);
  // Unresolved until the commit; sorts last until then (convex `compareValues`).
  else if (value instanceof CommitTsPlaceholder) appendInteger(MAX_INT64);
  else appendObject(value);
}

function appendNumber(value: number): void {
  buffer[length] = TAG.number;
  view.setFloat64(length + 1, value);
  const first = buffer[length + 1]!;
  if (first & 0x80) {
    for (let i = length + 1; i < length + 9; i++) buffer[i] = ~buffer[i]! & 0xff;
  } else {
    buffer[length + 1] = first | 0x80;
  }
  length += 9;
}

function appendInteger(value: bigint): void {
  buffer[length] = TAG.bigint;
  view.setBigInt64(length + 1, value);
  buffer[length + 1] = buffer[length + 1]! ^ 0x80;
  length += 9;
}

function appendString(text: string): void {
  reserve(2 * text.length + 2);
  // Local variables and no call per character, because nearly all key bytes are appended here.
  const bytes = buffer;
  let at = length;
  bytes[at++] = TAG.string;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code <= 1 || code >= 0x80) return appendEscaped(TAG.string, Buffer.from(text, "utf8"));
    bytes[at++] = code;
  }
  bytes[at++] = END;
  length = at;
}

function appendBytes(value: ArrayBuffer): void {
  appendEscaped(TAG.bytes, new Uint8Array(value));
}

function appendEscaped(tag: number, bytes: Uint8Array): void {
  reserve(2 * bytes.length + 2);
  buffer[length++] = tag;
  for (const byte of bytes) {
    if (byte > 1) {
      buffer[length++] = byte;
    } else {
      buffer[length++] = 1;
      buffer[length++] = byte + 1;
    }
  }
  buffer[length++] = END;
}

function appendArray(elements: readonly Value[]): void {
  buffer[length++] = TAG.array;
  for (const element of elements) append(element);
  reserve(1);
  buffer[length++] = END;
}

function appendObject(fields: { [name: string]: Value | undefined }): void {
  buffer[length++] = TAG.object;
  for (const name of Object.keys(fields).sort()) {
    appendString(name);
    append(fields[name]);
  }
  reserve(1);
  buffer[length++] = END;
}

function reserve(bytes: number): void {
  if (length + bytes <= buffer.length) return;
  const larger = Buffer.allocUnsafeSlow(2 * (length + bytes));
  larger.set(buffer.subarray(0, length));
  buffer = larger;
  view = new DataView(buffer.buffer);
}
