import type { SavedPart } from "./savedPart";

/**
 * The parts of a table as it was at one moment. A part is made when it is taken, so that only one
 * of them needs memory at a time; before the table changes, it has the parts left made and copied.
 *
 * ```ts
 * const saved = table.save();
 * for (const name of saved.names) await write(name, saved.take(name));
 * ```
 */
export class SavedTable {
  readonly names: readonly string[];
  readonly #parts: Map<string, () => SavedPart>;

  /** @param parts make each part; their arrays may be those of the table itself */
  constructor(parts: ReadonlyMap<string, () => SavedPart>) {
    this.#parts = new Map(parts);
    this.names = [...parts.keys()];
  }

  /**
   * Returns the part of this name, once. Use it before the event loop goes on: the table may change
   * its arrays then.
   */
  take(name: string): SavedPart {
    const make = this.#parts.get(name);
    if (make === undefined) throw new Error(`The table has no part ${name} to take`);
    this.#parts.delete(name);
    return make();
  }

  /** Copies the parts that nobody has taken: 0.3 ms for each of 100,000 rows. */
  copyRest(): void {
    for (const [name, make] of this.#parts) {
      const { json, arrays } = make();
      const copy = { json, arrays: arrays.map((array) => array.slice()) };
      this.#parts.set(name, () => copy);
    }
  }
}
