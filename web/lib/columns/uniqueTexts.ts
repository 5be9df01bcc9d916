import { fold } from "../../../domain/fold";
import type { SavedPart } from "./savedPart";
import type { SearchedPart, SlotTest, StoredColumn } from "./storedColumn";

/**
 * For the search, the texts of each row that no dictionary holds, folded and joined with a line
 * feed between: `sn4711\n490154203237518\n`. Words of a search have no line feed, so none matches
 * across two columns, and a word is looked for once in each row, not once in each column.
 */
export class UniqueTexts implements SearchedPart {
  readonly #columns: readonly StoredColumn[];
  readonly #bySlot: string[] = [];

  constructor(columns: readonly StoredColumn[]) {
    this.#columns = columns;
  }

  /** To be called after a slot's cells have changed. */
  update(slot: number): void {
    this.#bySlot[slot] = fold(this.#columns.map((column) => column.get(slot) ?? "").join("\n"));
  }

  save(): SavedPart {
    return { json: [...this.#bySlot], arrays: [] };
  }

  restore(saved: SavedPart, size: number): void {
    const texts = saved.json as string[];
    if (texts.length !== size) throw new Error(`There are no ${size} kept texts to search`);
    for (const text of texts) this.#bySlot.push(text);
  }

  containing(word: string): SlotTest {
    return (slot) => this.#bySlot[slot]!.includes(word);
  }
}
