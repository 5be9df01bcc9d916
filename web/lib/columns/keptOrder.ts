import type { SavedPart } from "./savedPart";
import { sortInSlices } from "./sortInSlices";
import { savedArray, type StoredColumn } from "./storedColumn";

/** The sort key of rows, before ties are broken; a `StoredColumn` is one. */
export type SortKey = Pick<StoredColumn, "isEmpty" | "compare" | "sort" | "isSortQuick">;

/** A total order of slots that breaks ties; 0 only for the same slot. */
type CompareSlots = (one: number, other: number) => number;

/**
 * All used slots, sorted by one key. Slots with a non-empty cell come first, ascending, followed by
 * empty ones. Ties in either part are in the order of `breakTie`.
 *
 * | slots   | 4 | 0 | 2 | 1 | 3 |
 * |---------|---|---|---|---|---|
 * | cells   | a | b | b |   |   |
 *
 * Here 3 slots are filled. Descending, both parts are read backwards: 2, 0, 4, 3, 1.
 */
export class SortedIndex {
  readonly #key: SortKey;
  readonly #breakTie: CompareSlots;
  #slots: Uint32Array;
  #filled: number;
  #size: number;

  private constructor(key: SortKey, breakTie: CompareSlots, slots: Uint32Array, filled: number) {
    this.#key = key;
    this.#breakTie = breakTie;
    this.#slots = slots;
    this.#filled = filled;
    this.#size = slots.length;
  }

  /** @param slots in the order of `breakTie` */
  static of(key: SortKey, breakTie: CompareSlots, slots: Uint32Array): SortedIndex {
    const { parted, filled } = partedByEmptiness(key, slots);
    key.sort(parted.subarray(0, filled));
    return new SortedIndex(key, breakTie, parted, filled);
  }

  /** Sorts like `of`, yielding every few milliseconds. The cells must not change meanwhile. */
  static *inSlices(
    key: SortKey,
    breakTie: CompareSlots,
    slots: Uint32Array,
  ): Generator<void, SortedIndex> {
    if (key.isSortQuick) return SortedIndex.of(key, breakTie, slots);
    const { parted, filled } = partedByEmptiness(key, slots);
    yield* sortInSlices(parted.subarray(0, filled), (one, other) => key.compare(one, other));
    return new SortedIndex(key, breakTie, parted, filled);
  }

  /** @param size number of used slots, all of which must be in `saved` */
  static restore(
    key: SortKey,
    breakTie: CompareSlots,
    saved: SavedPart,
    size: number,
  ): SortedIndex {
    const slots = savedArray(saved.arrays, 0, Uint32Array, size);
    return new SortedIndex(key, breakTie, slots, saved.json as number);
  }

  save(): SavedPart {
    return { json: this.#filled, arrays: [this.slots()] };
  }

  /** Cost: O(log slots) comparisons, and moving the following slots. */
  insert(slot: number): void {
    const at = this.#placeOf(slot);
    if (this.#size === this.#slots.length) this.#grow();
    this.#slots.copyWithin(at + 1, at, this.#size);
    this.#slots[at] = slot;
    this.#size++;
    if (!this.#key.isEmpty(slot)) this.#filled++;
  }

  /** Removes `slot`, whose cells must be unchanged since its `insert`. */
  remove(slot: number): void {
    const at = this.#placeOf(slot);
    if (this.#slots[at] !== slot) throw new Error(`Slot ${slot} is not where its order has it`);
    this.#slots.copyWithin(at, at + 1, this.#size);
    this.#size--;
    if (!this.#key.isEmpty(slot)) this.#filled--;
  }

  /** The slots whose entry in `marks` is `mark`, in this order: one pass. */
  pick(marks: Uint8Array, mark: number, isDescending: boolean): Uint32Array {
    const picked = new Uint32Array(this.#size);
    let count = 0;
    const read = (start: number, end: number) => {
      for (let step = start; step < end; step++) {
        const slot = this.#slots[isDescending ? start + end - 1 - step : step]!;
        if (marks[slot] === mark) picked[count++] = slot;
      }
    };
    read(0, this.#filled);
    read(this.#filled, this.#size);
    return picked.subarray(0, count);
  }

  /** Every slot, ascending. */
  slots(): Uint32Array {
    return this.#slots.slice(0, this.#size);
  }

  /** Returns the index of `slot`, or the index at which to insert it. */
  #placeOf(slot: number): number {
    const isEmpty = this.#key.isEmpty(slot);
    let low = isEmpty ? this.#filled : 0;
    let high = isEmpty ? this.#size : this.#filled;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#slots[middle]!;
      const order = (isEmpty ? 0 : this.#key.compare(other, slot)) || this.#breakTie(other, slot);
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #grow(): void {
    const larger = new Uint32Array(2 * this.#size + 1);
    larger.set(this.#slots);
    this.#slots = larger;
  }
}

/** Moves the `filled` non-empty slots before the empty ones; a stable partition. */
function partedByEmptiness(key: SortKey, slots: Uint32Array) {
  const parted = new Uint32Array(slots.length);
  let filled = 0;
  for (const slot of slots) if (!key.isEmpty(slot)) parted[filled++] = slot;
  let at = filled;
  for (const slot of slots) if (key.isEmpty(slot)) parted[at++] = slot;
  return { parted, filled };
}
