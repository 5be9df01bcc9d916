import type { CellTest } from "#domain/tables/tableFilters";
import type { SavedPart } from "./savedPart";
import { savedArray, wrongCell, type Cell, type SlotTest, type StoredColumn } from "./storedColumn";

/** Numbers that are not searched, such as coordinates: 8 bytes each, NaN if absent. */
export class NumberColumn implements StoredColumn {
  readonly field: string;
  readonly isSortQuick = false;
  #numbers = new Float64Array(0);

  constructor(field: string) {
    this.field = field;
  }

  reserve(capacity: number): void {
    const larger = new Float64Array(capacity).fill(NaN);
    larger.set(this.#numbers);
    this.#numbers = larger;
  }

  get(slot: number): number | undefined {
    const number = this.#numbers[slot]!;
    return Number.isNaN(number) ? undefined : number;
  }

  set(slot: number, cell: Cell): void {
    if (typeof cell === "string" || Number.isNaN(cell)) throw wrongCell(this.field, cell);
    this.#numbers[slot] = cell ?? NaN;
  }

  isEmpty(slot: number): boolean {
    return Number.isNaN(this.#numbers[slot]);
  }

  compare(one: number, other: number): number {
    return this.#numbers[one]! - this.#numbers[other]!;
  }

  sort(slots: Uint32Array): void {
    slots.sort((one, other) => this.compare(one, other));
  }

  save(size: number): SavedPart {
    return { json: null, arrays: [this.#numbers.subarray(0, size)] };
  }

  restore(saved: SavedPart, size: number): void {
    this.#numbers.set(savedArray(saved.arrays, 0, Float64Array, size));
  }

  passing(test: CellTest): SlotTest {
    return (slot) => test(this.get(slot));
  }
}
