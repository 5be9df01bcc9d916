import { fold, isAscii } from "#domain/common/fold";
import type { CellTest } from "#domain/tables/tableFilters";
import { compareTexts, rankTexts } from "../textOrder";
import { PackedTexts } from "./packedTexts";
import type { SavedPart } from "./savedPart";
import {
  wrongCell,
  type Cell,
  type SearchedPart,
  type SlotTest,
  type StoredColumn,
} from "./storedColumn";

/** Mostly unique texts: serial numbers, comments. */
export class TextColumn implements StoredColumn, SearchedPart {
  readonly field: string;
  readonly isSortQuick = false;
  readonly #texts = new PackedTexts();
  /** The folded texts of slots whose text is not ASCII. */
  readonly #folded = new Map<number, string>();

  constructor(field: string) {
    this.field = field;
  }

  reserve(capacity: number): void {
    this.#texts.reserve(capacity);
  }

  get(slot: number): string | undefined {
    return this.#texts.get(slot);
  }

  set(slot: number, cell: Cell): void {
    if (typeof cell === "number") throw wrongCell(this.field, cell);
    this.#texts.set(slot, cell);
    if (cell === undefined || isAscii(cell)) this.#folded.delete(slot);
    else this.#folded.set(slot, fold(cell));
  }

  isEmpty(slot: number): boolean {
    return this.#texts.isEmpty(slot);
  }

  compare(one: number, other: number): number {
    return compareTexts(this.get(one) ?? "", this.get(other) ?? "");
  }

  sort(slots: Uint32Array): void {
    const texts = Array.from(slots, (slot) => this.get(slot) ?? "");
    const rankOf = rankTexts(texts);
    const ranks = Uint32Array.from(texts, (text) => rankOf.get(text)!);
    const places = ranks.map((_, index) => index).sort((one, other) => ranks[one]! - ranks[other]!);
    slots.set(places.map((place) => slots[place]!));
  }

  save(size: number): SavedPart {
    return { json: [...this.#folded], arrays: this.#texts.save(size) };
  }

  restore(saved: SavedPart, size: number): void {
    this.#texts.restore(saved.arrays, size);
    for (const [slot, text] of saved.json as [number, string][]) this.#folded.set(slot, text);
  }

  passing(test: CellTest): SlotTest {
    return (slot) => test(this.get(slot));
  }

  containing(word: string): SlotTest {
    const bytes = new TextEncoder().encode(word);
    return (slot) => this.#folded.get(slot)?.includes(word) ?? this.#texts.contains(slot, bytes);
  }
}
