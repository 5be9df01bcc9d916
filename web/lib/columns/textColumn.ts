import type { CellTest } from "../../../domain/tableFilters";
import { compareTexts, rankTexts } from "../textOrder";
import type { SavedPart } from "./savedPart";
import { wrongCell, type Cell, type SlotTest, type StoredColumn } from "./storedColumn";

/** Texts that hardly two rows share: serial numbers, comments. */
export class TextColumn implements StoredColumn {
  readonly field: string;
  readonly isSortQuick = false;
  readonly #texts: (string | undefined)[] = [];

  constructor(field: string) {
    this.field = field;
  }

  reserve(capacity: number): void {
    while (this.#texts.length < capacity) this.#texts.push(undefined);
  }

  get(slot: number): string | undefined {
    return this.#texts[slot];
  }

  set(slot: number, cell: Cell): void {
    if (typeof cell === "number") throw wrongCell(this.field, cell);
    this.#texts[slot] = cell;
  }

  isEmpty(slot: number): boolean {
    return !this.#texts[slot];
  }

  compare(one: number, other: number): number {
    return compareTexts(this.#texts[one] ?? "", this.#texts[other] ?? "");
  }

  sort(slots: Uint32Array): void {
    const texts = Array.from(slots, (slot) => this.#texts[slot] ?? "");
    const rankOf = rankTexts(texts);
    const ranks = new Uint32Array(this.#texts.length);
    for (const [index, slot] of slots.entries()) ranks[slot] = rankOf.get(texts[index]!)!;
    slots.sort((one, other) => ranks[one]! - ranks[other]!);
  }

  save(size: number): SavedPart {
    return { json: this.#texts.slice(0, size), arrays: [] }; // JSON writes null for an absent text
  }

  restore(saved: SavedPart, size: number): void {
    const texts = saved.json as (string | null)[];
    if (texts.length !== size)
      throw new Error(`The kept column ${this.field} has no ${size} texts`);
    for (const [slot, text] of texts.entries()) this.#texts[slot] = text ?? undefined;
  }

  passing(test: CellTest): SlotTest {
    return (slot) => test(this.#texts[slot]);
  }
}
