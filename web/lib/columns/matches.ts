import { cellTest, type Condition } from "#domain/tables/tableFilters";
import { DictionaryColumn, type ValueCount } from "./dictionaryColumn";
import type { KeptOrder } from "./keptOrder";
import type { Cell, StoredColumn } from "./storedColumn";
import { failsOnly, MATCHES } from "./verdicts";

/**
 * An order of rows; null: by creation time, the newest first. `first`: the rows that satisfy it
 * precede the others, each part in the order of `field`.
 */
export type Sort = {
  readonly field: string;
  readonly isDescending: boolean;
  readonly first?: Condition;
} | null;

/** The parts of a `ColumnTable` that an answer reads. */
type Source<Row> = {
  /** @throws Error if the table has changed since it was asked */
  readonly requireCurrent: () => void;
  readonly columns: readonly StoredColumn[];
  readonly order: (field: string | null) => KeptOrder;
  readonly id: (slot: number) => string;
  readonly slotOf: (id: string) => number | undefined;
  readonly row: (slot: number) => Row;
};

/** The rows of a query. What its methods return agrees with each other and with `total`. */
export class Matches<Row> {
  readonly total: number;
  readonly #verdicts: Uint8Array;
  readonly #source: Source<Row>;
  /** The last sort, which windows share. */
  #sorted: { readonly key: string; readonly slots: Uint32Array } | null = null;

  constructor(verdicts: Uint8Array, source: Source<Row>) {
    this.#verdicts = verdicts;
    this.#source = source;
    let total = 0;
    for (const verdict of verdicts) if (verdict === MATCHES) total++;
    this.total = total;
  }

  /** Returns rows `from` (included) to `before` (not included) in the order of `sort`. */
  rows(sort: Sort, from: number, before: number): Row[] {
    const slots = this.#inOrder(sort).subarray(from, before);
    return Array.from(slots, (slot) => this.#source.row(slot));
  }

  /** Returns the id of every row in the order of `sort`. */
  ids(sort: Sort): string[] {
    return Array.from(this.#inOrder(sort), (slot) => this.#source.id(slot));
  }

  /** Returns at which index the row of `id` stands in the order of `sort`; null: not among them. */
  positionOf(sort: Sort, id: string): number | null {
    const slots = this.#inOrder(sort);
    const slot = this.#source.slotOf(id);
    const position = slot === undefined ? -1 : slots.indexOf(slot);
    return position < 0 ? null : position;
  }

  /**
   * Returns the distinct values of a `dictionary` column among the rows that satisfy the search and
   * the conditions of all other columns, with how many rows have each: in the order of people, the
   * empty one first.
   */
  valueCounts(field: string): ValueCount[] {
    this.#source.requireCurrent();
    const column = this.#column(field);
    if (!(column instanceof DictionaryColumn)) throw new Error(`${field} has no dictionary`);
    const failsThis = failsOnly(this.#source.columns.indexOf(column));
    const verdicts = this.#verdicts;
    return column.valueCounts(verdicts.length, (slot) => {
      const verdict = verdicts[slot];
      return verdict === MATCHES || verdict === failsThis;
    });
  }

  /**
   * Calls `each` with the slot of every row, in no particular order. A slot is what a `reader`
   * takes, until the table changes.
   */
  forEachSlot(each: (slot: number) => void): void {
    this.#source.requireCurrent();
    for (let slot = 0; slot < this.#verdicts.length; slot++) {
      if (this.#verdicts[slot] === MATCHES) each(slot);
    }
  }

  /** Returns the function that reads `field` of a slot. */
  reader(field: string): (slot: number) => Cell {
    const column = this.#column(field);
    return (slot) => column.get(slot);
  }

  #inOrder(sort: Sort): Uint32Array {
    this.#source.requireCurrent();
    const key = JSON.stringify(sort);
    if (this.#sorted?.key !== key) this.#sorted = { key, slots: this.#sort(sort) };
    return this.#sorted.slots;
  }

  #sort(sort: Sort): Uint32Array {
    const { field, isDescending } = sort ?? { field: null, isDescending: true };
    const slots = this.#source.order(field).pick(this.#verdicts, MATCHES, isDescending);
    if (!sort?.first) return slots;
    const isFirst = this.#column(sort.first.field).passing(cellTest(sort.first));
    const sorted = new Uint32Array(slots.length);
    let count = 0;
    for (const slot of slots) if (isFirst(slot)) sorted[count++] = slot;
    for (const slot of slots) if (!isFirst(slot)) sorted[count++] = slot;
    return sorted;
  }

  #column(field: string): StoredColumn {
    const column = this.#source.columns.find((each) => each.field === field);
    if (column === undefined) throw new Error(`No column ${field}`);
    return column;
  }
}
