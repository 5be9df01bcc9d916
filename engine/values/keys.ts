import type { Value } from "convex/values";

/** Encoded index keys in [start, end), bytewise order. `end` null: no upper bound. */
export type KeyRange = { readonly start: Uint8Array; readonly end: Uint8Array | null };

/** Bytes whose order is `compareValues` order, value by value. A key's prefix is the key of fewer values. */
export function encodeKey(_values: readonly (Value | undefined)[]): Uint8Array {
  throw new Error("not written yet");
}

export function compareBytes(_a: Uint8Array, _b: Uint8Array): number {
  throw new Error("not written yet");
}
