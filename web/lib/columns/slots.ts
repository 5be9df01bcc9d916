import { PackedTexts } from "./packedTexts";
import type { SavedPart } from "./savedPart";

const FIRST_PLACES = 2_048;

const encoder = new TextEncoder();

/**
 * The slot of each row's id. A row keeps its slot while it is in the table; a removed row's slot is
 * reused for the next new row.
 *
 * Ids are looked up in a hash table with open addressing: a slot is stored at the bucket given by
 * its id's hash, or at the next free one. If `a` and `c` have the same hash:
 *
 * | bucket   | 0 | 1 | 2 | 3 |
 * |----------|---|---|---|---|
 * | slot + 1 | 2 | 1 | 3 | 0 |
 * | id       | b | a | c | – |
 */
export class Slots {
  readonly #ids = new PackedTexts();
  /** Hash buckets (slot + 1; 0 = free); length 2ⁿ, load ≤ ½. */
  #places = new Uint32Array(FIRST_PLACES);
  readonly #free: number[] = [];
  #end = 0;

  /** The number of rows. */
  get rowCount(): number {
    return this.#end - this.#free.length;
  }

  /** Upper bound (exclusive) of the used slots. */
  get end(): number {
    return this.#end;
  }

  /** Reserves capacity for the slots below `capacity`. */
  reserve(capacity: number): void {
    this.#ids.reserve(capacity);
    if (2 * capacity <= this.#places.length) return;
    this.#places = new Uint32Array(2 ** Math.ceil(Math.log2(2 * capacity)));
    for (const slot of this.used()) this.#place(slot);
  }

  isUsed(slot: number): boolean {
    return this.#ids.has(slot);
  }

  /** Returns the used slots. */
  used(): Uint32Array {
    const used = new Uint32Array(this.rowCount);
    let count = 0;
    for (let slot = 0; slot < this.#end; slot++) if (this.isUsed(slot)) used[count++] = slot;
    return used;
  }

  /** Returns the id of a used slot. */
  idOf(slot: number): string {
    return this.#ids.get(slot)!;
  }

  slotOf(id: string): number | undefined {
    const found = this.#places[this.#placeOf(encoder.encode(id))]!;
    return found === 0 ? undefined : found - 1;
  }

  /** Returns the slot that `add` will assign next. */
  get next(): number {
    return this.#free.at(-1) ?? this.#end;
  }

  /** Assigns a slot to the row `id`, which must not have one. Requires reserved capacity. */
  add(id: string): number {
    const slot = this.#free.pop() ?? this.#end++;
    this.#ids.set(slot, id);
    this.#place(slot);
    return slot;
  }

  remove(slot: number): void {
    const last = this.#places.length - 1;
    let place = this.#placeOf(this.#ids.bytesOf(slot));
    this.#places[place] = 0;
    this.#ids.set(slot, undefined);
    this.#free.push(slot);
    // A lookup ends at a free bucket, so the entries after the freed one must be placed again.
    while (this.#places[(place = (place + 1) & last)] !== 0) {
      const following = this.#places[place]! - 1;
      this.#places[place] = 0;
      this.#place(following);
    }
  }

  save(): SavedPart["arrays"] {
    return this.#ids.save(this.#end);
  }

  /** Restores the result of `save` for `end` slots. Requires reserved capacity. */
  restore(arrays: SavedPart["arrays"], end: number): void {
    this.#ids.restore(arrays, end);
    this.#end = end;
    for (let slot = 0; slot < end; slot++) {
      if (this.isUsed(slot)) this.#place(slot);
      else this.#free.push(slot);
    }
  }

  #place(slot: number): void {
    this.#places[this.#placeOf(this.#ids.bytesOf(slot))] = slot + 1;
  }

  /** Returns the bucket of `id`, or the one in which to store it. */
  #placeOf(id: Uint8Array): number {
    const last = this.#places.length - 1;
    let place = hashOf(id) & last;
    for (;;) {
      const slot = this.#places[place]! - 1;
      if (slot < 0 || this.#ids.isEqual(slot, id)) return place;
      place = (place + 1) & last;
    }
  }
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  return hash >>> 0;
}
