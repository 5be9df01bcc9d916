import { mayBeInDate, type CellTest } from "#domain/tables/tableFilters";
import { Codes } from "./codes";
import { NEVER, type DateTexts } from "./dateTexts";
import type { SavedPart } from "./savedPart";
import {
  savedArray,
  wrongCell,
  type Cell,
  type SearchedPart,
  type SlotTest,
  type StoredColumn,
} from "./storedColumn";

/** Dates: 8 bytes of epoch ms, NaN if absent, and 6 bytes for the displayed text. */
export class DateColumn implements StoredColumn, SearchedPart {
  readonly field: string;
  readonly isSortQuick = false;
  readonly #texts: DateTexts;
  #times = new Float64Array(0);
  readonly #days = new Codes();
  #seconds = new Uint32Array(0);
  /** Slots below this have their times, but not yet the codes of their displayed texts. */
  #unseen = 0;

  /** @param texts shared by all date columns of a table */
  constructor(field: string, texts: DateTexts) {
    this.field = field;
    this.#texts = texts;
  }

  reserve(capacity: number): void {
    const times = new Float64Array(capacity).fill(NaN);
    times.set(this.#times);
    this.#times = times;
    const seconds = new Uint32Array(capacity).fill(NEVER.second);
    seconds.set(this.#seconds);
    this.#seconds = seconds;
    this.#days.reserve(capacity); // filled with 0, the day of NEVER
  }

  get(slot: number): number | undefined {
    const at = this.#times[slot]!;
    return Number.isNaN(at) ? undefined : at;
  }

  set(slot: number, cell: Cell): void {
    if (typeof cell === "string" || Number.isNaN(cell)) throw wrongCell(this.field, cell);
    const { day, second } = cell === undefined ? NEVER : this.#texts.see(cell);
    this.#times[slot] = cell ?? NaN;
    this.#days.set(slot, day);
    this.#seconds[slot] = second;
  }

  isEmpty(slot: number): boolean {
    return Number.isNaN(this.#times[slot]);
  }

  compare(one: number, other: number): number {
    return this.#times[one]! - this.#times[other]!;
  }

  sort(slots: Uint32Array): void {
    const times = this.#times;
    slots.sort((one, other) => times[one]! - times[other]!);
  }

  save(size: number): SavedPart {
    return { json: null, arrays: [this.#times.subarray(0, size)] };
  }

  restore(saved: SavedPart, size: number): void {
    this.#times.set(savedArray(saved.arrays, 0, Float64Array, size));
    // deferred: it takes longer than everything else, and the first rows do not need it
    this.#unseen = size;
  }

  /** Computes the text codes of restored dates, at the first search: about 10 ms. */
  see(): void {
    const size = this.#unseen;
    this.#unseen = 0;
    for (let slot = 0; slot < size; slot++) this.set(slot, this.get(slot));
  }

  passing(test: CellTest): SlotTest {
    return (slot) => test(this.get(slot));
  }

  containing(word: string): SlotTest | null {
    if (mayBeInDate(word)) this.see();
    const found = this.#texts.find(word);
    if (found === null) return null;
    const [days, seconds] = [this.#days.bySlot, this.#seconds];
    return (slot) => found.days[days[slot]!] === 1 || found.seconds[seconds[slot]!] === 1;
  }
}
