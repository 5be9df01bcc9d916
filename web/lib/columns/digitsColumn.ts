import { fold } from "#domain/common/fold";
import type { CellTest } from "#domain/tables/tableFilters";
import { compareTexts } from "../textOrder";
import type { SavedPart } from "./savedPart";
import {
  savedArray,
  wrongCell,
  type Cell,
  type SearchedPart,
  type SlotTest,
  type StoredColumn,
} from "./storedColumn";

const DIGITS = 15;
const IMEI = /^\d{15}$/;
const PART_OF_IMEI = /^\d{1,15}$/;

/**
 * IMEIs. An IMEI of 15 digits takes 8 bytes; any other text (14 digits, a test device's name) is
 * stored as a string.
 */
export class DigitsColumn implements StoredColumn, SearchedPart {
  readonly field: string;
  readonly isSortQuick = false;
  /** NaN for an absent cell, and for a cell whose text is in `#others`. */
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
    return Number.isNaN(number) ? this.#others.get(slot) : String(number).padStart(DIGITS, "0");
  }

  set(slot: number, cell: Cell): void {
    if (typeof cell === "number") throw wrongCell(this.field, cell);
    const isNumber = cell !== undefined && IMEI.test(cell);
    this.#numbers[slot] = isNumber ? Number(cell) : NaN;
    if (isNumber || cell === undefined) this.#others.delete(slot);
    else this.#others.set(slot, cell);
  }

  isEmpty(slot: number): boolean {
    return Number.isNaN(this.#numbers[slot]) && !this.#others.get(slot);
  }

  /** Text order; 15-digit values are compared as numbers, which is equivalent. */
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
    this.#numbers.set(savedArray(saved.arrays, 0, Float64Array, size));
    for (const [slot, text] of saved.json as [number, string][]) this.#others.set(slot, text);
  }

  passing(test: CellTest): SlotTest {
    return (slot) => test(this.get(slot));
  }

  containing(word: string): SlotTest | null {
    const hasWord = (slot: number) => fold(this.#others.get(slot) ?? "").includes(word);
    if (!PART_OF_IMEI.test(word)) return this.#others.size === 0 ? null : hasWord;
    const wanted = Uint8Array.from(word, Number);
    const digits = new Uint8Array(DIGITS);
    return (slot) => {
      const number = this.#numbers[slot]!;
      if (Number.isNaN(number)) return hasWord(slot);
      writeDigits(number, digits);
      return contains(digits, wanted);
    };
  }
}

/** The last digits of an IMEI: these and the preceding ones each fit in a 32-bit integer. */
const LAST_DIGITS = 7;

/**
 * Writes the 15 digits of `number` as bytes. Converting 100,000 of them to strings would take ten
 * times as long.
 */
function writeDigits(number: number, into: Uint8Array): void {
  const first = Math.floor(number / 10 ** LAST_DIGITS);
  let left = number - first * 10 ** LAST_DIGITS;
  for (let at = DIGITS - 1; at >= 0; at--) {
    if (at === DIGITS - LAST_DIGITS - 1) left = first;
    const rest = (left / 10) | 0;
    into[at] = left - 10 * rest;
    left = rest;
  }
}

function contains(digits: Uint8Array, wanted: Uint8Array): boolean {
  for (let start = 0; start + wanted.length <= digits.length; start++) {
    let equal = 0;
    while (equal < wanted.length && digits[start + equal] === wanted[equal]) equal++;
    if (equal === wanted.length) return true;
  }
  return false;
}
