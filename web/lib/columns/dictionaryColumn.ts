import { fold } from "#domain/common/fold";
import type { CellTest } from "#domain/tables/tableFilters";
import { compareTexts, rankTexts } from "../textOrder";
import { Codes } from "./codes";
import type { SavedPart } from "./savedPart";
import {
  wrongCell,
  type Cell,
  type SearchedPart,
  type SlotTest,
  type StoredColumn,
} from "./storedColumn";

export type ValueCount = { readonly value: string; readonly count: number };

/** Code of an absent cell. */
const ABSENT = 0;

/**
 * Texts shared by many rows: brands, models, people, statuses. The dictionary stores each distinct
 * text once and each slot has its code, so a test runs once per distinct text.
 *
 * | slot | code | text    |
 * |------|------|---------|
 * | 0    | 1    | Apple   |
 * | 1    | 2    | Samsung |
 * | 2    | 1    | Apple   |
 * | 3    | 0    | absent  |
 *
 * A text that no row uses any more keeps its code.
 */
export class DictionaryColumn implements StoredColumn, SearchedPart {
  readonly field: string;
  readonly isSortQuick = true;
  readonly #codes = new Codes();
  readonly #codeOf = new Map<string, number>();
  readonly #texts: (string | undefined)[] = [undefined];
  readonly #folded: string[] = [""];
  /** Created on demand, and again after the dictionary has grown. */
  #ranks: Ranks | null = null;

  constructor(field: string) {
    this.field = field;
  }

  reserve(capacity: number): void {
    this.#codes.reserve(capacity);
  }

  get(slot: number): string | undefined {
    return this.#texts[this.#codes.bySlot[slot]!];
  }

  set(slot: number, cell: Cell): void {
    if (typeof cell === "number") throw wrongCell(this.field, cell);
    this.#codes.set(slot, cell === undefined ? ABSENT : this.#codeFor(cell));
  }

  isEmpty(slot: number): boolean {
    return !this.get(slot);
  }

  compare(one: number, other: number): number {
    const codes = this.#codes.bySlot;
    if (codes[one] === codes[other]) return 0;
    return compareTexts(this.get(one) ?? "", this.get(other) ?? "");
  }

  /** Cost: two passes over `slots`, independent of their texts. */
  sort(slots: Uint32Array): void {
    const { byCode, count } = this.#ranked();
    const codes = this.#codes.bySlot;
    const ends = new Uint32Array(count + 1); // ends[rank]: index for the next slot with that rank
    for (const slot of slots) ends[byCode[codes[slot]!]! + 1]!++;
    for (let rank = 1; rank <= count; rank++) ends[rank]! += ends[rank - 1]!;
    for (const slot of slots.slice()) slots[ends[byCode[codes[slot]!]!]!++] = slot;
  }

  save(size: number): SavedPart {
    return { json: this.#texts.slice(ABSENT + 1), arrays: [this.#codes.save(size)] };
  }

  restore(saved: SavedPart, size: number): void {
    for (const text of saved.json as string[]) this.#codeFor(text);
    const [codes] = saved.arrays;
    const isCodes = codes instanceof Uint16Array || codes instanceof Uint32Array;
    if (!isCodes || codes.length !== size || codes.some((code) => code >= this.#texts.length)) {
      throw new Error(`The kept column ${this.field} has no code for each of ${size} slots`);
    }
    this.#codes.restore(codes);
  }

  passing(test: CellTest): SlotTest {
    return this.#slotTest(Uint8Array.from(this.#texts, (text) => Number(test(text))));
  }

  containing(word: string): SlotTest | null {
    const holds = Uint8Array.from(this.#folded, (text) => Number(text.includes(word)));
    return holds.includes(1) ? this.#slotTest(holds) : null;
  }

  /**
   * Returns the distinct texts among the slots below `size` accepted by `isCounted`, with their
   * number of slots: in locale order, the empty text first; absent cells count as "".
   */
  valueCounts(size: number, isCounted: SlotTest): ValueCount[] {
    const codes = this.#codes.bySlot;
    const counts = new Uint32Array(this.#texts.length);
    for (let slot = 0; slot < size; slot++) {
      if (isCounted(slot)) counts[codes[slot]!]!++;
    }
    const countOf = (text: string) => counts[this.#codeOf.get(text) ?? ABSENT]!;
    const empty = counts[ABSENT]! + (this.#codeOf.has("") ? countOf("") : 0);
    const found: ValueCount[] = empty > 0 ? [{ value: "", count: empty }] : [];
    for (const value of this.#ranked().sorted) {
      const count = countOf(value);
      if (count > 0) found.push({ value, count });
    }
    return found;
  }

  #slotTest(byCode: Uint8Array): SlotTest {
    const codes = this.#codes.bySlot;
    return (slot) => byCode[codes[slot]!] === 1;
  }

  #codeFor(text: string): number {
    let code = this.#codeOf.get(text);
    if (code === undefined) {
      code = this.#texts.push(text) - 1;
      this.#folded.push(fold(text));
      this.#codeOf.set(text, code);
      this.#ranks = null;
    }
    return code;
  }

  #ranked(): Ranks {
    if (this.#ranks === null) {
      const ranks = rankTexts([...this.#codeOf.keys()].filter((text) => text !== ""));
      const byCode = Uint32Array.from(this.#texts, (text) => ranks.get(text ?? "") ?? 0);
      const sorted = [...ranks.keys()];
      this.#ranks = { sorted, byCode, count: sorted.length };
    }
    return this.#ranks;
  }
}

type Ranks = {
  /** The texts in order, without "". */
  readonly sorted: readonly string[];
  /** The rank of each code's text; texts that sort as equal share one. */
  readonly byCode: Uint32Array;
  /** Number of ranks. */
  readonly count: number;
};
