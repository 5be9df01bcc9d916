import type { CellTest } from "../../../domain/tableFilters";
import { compareTexts } from "../textOrder";
import type { SavedPart } from "./savedPart";
import { savedArray, wrongCell, type Cell, type SlotTest, type StoredColumn } from "./storedColumn";

/** An IMEI that a number gives back digit by digit. */
const NUMBER = /^[1-9]\d{14}$/;

/**
 * IMEIs. One of 15 digits that does not begin with 0 takes 8 bytes; any other text (a leading zero,
 * 14 digits, a test device's name) is kept as it is.
 */
export class DigitsColumn implements StoredColumn {
  readonly field: string;
  readonly isSortQuick = false;
  /** NaN for an absent cell, and for one whose text is in `#others`. */
  #numbers = new Float64Array(0);
  readonly #others = new Map<number, string>();

  constructor(field: string) {
    this.field = field;
  }

  reserve(capacity: number): void {
    const larger = new Float64Array(capacity).fill(NaN);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }

  get(slot: number): string | undefined {
    const number = this.#numbers[slot]!;
    return Number.isNaN(number) ? this.#others.get(slot) : String(number);
  }

  set(slot: number, cell: Cell): void {
    if (typeof cell === "number") throw wrongCell(this.field, cell);
    const isNumber = cell !== undefined && NUMBER.test(cell);
    this.#numbers[slot] = isNumber ? Number(cell) : NaN;
    if (isNumber || cell === undefined) this.#others.delete(slot);
    else this.#others.set(slot, cell);
  }

  isEmpty(slot: number): boolean {
    return Number.isNaN(this.#numbers[slot]) && !this.#others.get(slot);
  }

  /** The order of texts: it compares digits by the number that they make. */
  compare(one: number, other: number): number {
    const difference = this.#numbers[one]! - this.#numbers[other]!;
    if (!Number.isNaN(difference)) return difference;
    return compareTexts(this.get(one) ?? "", this.get(other) ?? "");
  }

  sort(slots: Uint32Array): void {
    slots.sort((one, other) => this.compare(one, other));
  }

  save(size: number): SavedPart {
    return { json: [...this.#others], arrays: [this.#numbers.subarray(0, size)] };
  }

  restore(saved: SavedPart, size: number): void {
    this.#numbers.set(savedArray(saved, 0, Float64Array, size));
    for (const [slot, text] of saved.json as [number, string][]) this.#others.set(slot, text);
  }

  passing(test: CellTest): SlotTest {
    return (slot) => test(this.get(slot));
  }
}
