import type { SavedPart } from "./savedPart";
import { savedArray } from "./storedColumn";

/** Length value of an absent text. */
const ABSENT = 0xffff_ffff;

/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_OF_UNIT = 3;

/** Growth factor of the buffer, so that later texts fit. */
const ROOM_TO_GROW = 1.5;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Maps each byte to itself, the letters A to Z to lower case. */
const LOWER_CASE = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte,
);

/**
 * A text for each slot, as UTF-8 in one buffer:
 *
 * | slot | start | length | bytes    |
 * |------|-------|--------|----------|
 * | 0    | 0     | 6      | `SN4711` |
 * | 1    | –     | absent |          |
 * | 2    | 6     | 4      | `SN12`   |
 *
 * The garbage collector does not trace these bytes: as strings they took twice the memory, and the
 * same again until a collection. New texts are appended; the bytes of replaced ones are reclaimed
 * when the buffer is full.
 */
export class PackedTexts {
  #bytes = new Uint8Array(0);
  #end = 0;
  /** Number of bytes below `#end` that belong to replaced texts. */
  #wasted = 0;
  #starts = new Uint32Array(0);
  #lengths = new Uint32Array(0);

  /** Reserves capacity for the slots below `capacity`. */
  reserve(capacity: number): void {
    const starts = new Uint32Array(capacity);
    starts.set(this.#starts);
    this.#starts = starts;
    const lengths = new Uint32Array(capacity).fill(ABSENT);
    lengths.set(this.#lengths);
    this.#lengths = lengths;
  }

  has(slot: number): boolean {
    return this.#lengths[slot] !== ABSENT;
  }

  /** True for an absent text and for "". */
  isEmpty(slot: number): boolean {
    return this.#lengths[slot] === 0 || !this.has(slot);
  }

  get(slot: number): string | undefined {
    return this.has(slot) ? decoder.decode(this.bytesOf(slot)) : undefined;
  }

  /** Returns the bytes of a slot that has a text; valid until the next `set`. */
  bytesOf(slot: number): Uint8Array {
    const start = this.#starts[slot]!;
    return this.#bytes.subarray(start, start + this.#lengths[slot]!);
  }

  isEqual(slot: number, text: Uint8Array): boolean {
    if (this.#lengths[slot] !== text.length) return false;
    const start = this.#starts[slot]!;
    let equal = 0;
    while (equal < text.length && this.#bytes[start + equal] === text[equal]) equal++;
    return equal === text.length;
  }

  /** @param text undefined: absent */
  set(slot: number, text: string | undefined): void {
    if (this.has(slot)) this.#wasted += this.#lengths[slot]!;
    this.#lengths[slot] = ABSENT;
    if (text === undefined) return;
    this.#makeRoom(MAX_BYTES_OF_UNIT * text.length);
    const { written } = encoder.encodeInto(text, this.#bytes.subarray(this.#end));
    this.#starts[slot] = this.#end;
    this.#lengths[slot] = written;
    this.#end += written;
  }

  /**
   * Returns whether a slot's text contains `word`, ignoring the case of the letters A to Z.
   *
   * @param word UTF-8, with these letters in lower case
   */
  contains(slot: number, word: Uint8Array): boolean {
    if (!this.has(slot)) return false;
    const bytes = this.#bytes;
    const start = this.#starts[slot]!;
    const last = start + this.#lengths[slot]! - word.length;
    for (let at = start; at <= last; at++) {
      let equal = 0;
      while (equal < word.length && LOWER_CASE[bytes[at + equal]!] === word[equal]) equal++;
      if (equal === word.length) return true;
    }
    return false;
  }

  /** Returns the texts of the slots below `size`, as views of the internal arrays. */
  save(size: number): SavedPart["arrays"] {
    const bytes = this.#bytes.subarray(0, this.#end);
    return [this.#starts.subarray(0, size), this.#lengths.subarray(0, size), bytes];
  }

  /**
   * Restores the result of `save`. Requires reserved capacity.
   *
   * @throws Error if it does not fit
   */
  restore(arrays: SavedPart["arrays"], size: number): void {
    this.#starts.set(savedArray(arrays, 0, Uint32Array, size));
    this.#lengths.set(savedArray(arrays, 1, Uint32Array, size));
    const end = arrays[2]?.length ?? 0;
    let used = 0;
    for (let slot = 0; slot < size; slot++) {
      if (!this.has(slot)) continue;
      used += this.#lengths[slot]!;
      if (this.#starts[slot]! + this.#lengths[slot]! > end) {
        throw new Error(`The kept text ${slot} is not among ${end} bytes`);
      }
    }
    this.#bytes = savedArray(arrays, 2, Uint8Array, end).slice();
    this.#end = end;
    this.#wasted = end - used;
  }

  #makeRoom(byteCount: number): void {
    if (this.#end + byteCount <= this.#bytes.length) return;
    const needed = this.#end - this.#wasted + byteCount;
    const moved = new Uint8Array(Math.ceil(ROOM_TO_GROW * needed));
    let end = 0;
    for (let slot = 0; slot < this.#lengths.length; slot++) {
      if (!this.has(slot)) continue;
      moved.set(this.bytesOf(slot), end);
      this.#starts[slot] = end;
      end += this.#lengths[slot]!;
    }
    this.#bytes = moved;
    this.#end = end;
    this.#wasted = 0;
  }
}
