import { cellTest, type Condition } from "#domain/tables/tableFilters";
import { DictionaryColumn, type ValueCount } from "./dictionaryColumn";
import type { SortedIndex } from "./keptOrder";
import type { Cell, StoredColumn } from "./storedColumn";
import { failsOnly, MATCHES } from "./verdicts";

/**
 * An order of rows; null: by creation time, newest first. `first`: rows that satisfy it come before
 * the others, each part ordered by `field`.
 */
export type Sort = {
  readonly field: string;
  readonly isDescending: boolean;
  readonly first?: Condition;
} | null;

/** The parts of a `ColumnTable` that a result reads. */
type Source<Row> = {
  /** @throws Error if the table has changed since the query */
  readonly requireCurrent: () => void;
  readonly columns: readonly StoredColumn[];
  readonly order: (field: string | null) => SortedIndex;
  readonly id: (slot: number) => string;
  readonly slotOf: (id: string) => number | undefined;
  readonly row: (slot: number) => Row;
};

/** The rows of a query. The results of all methods and `total` are consistent. */
export class Matches<Row> {
  readonly total: number;
  readonly #outcomes: Uint8Array;
  readonly #source: Source<Row>;
  /** The last sort, shared by windows. */
  #sorted: { readonly key: string; readonly slots: Uint32Array } | null = null;

  constructor(outcomes: Uint8Array, source: Source<Row>) {
    this.#outcomes = outcomes;
    this.#source = source;
    let total = 0;
    for (const outcome of outcomes) if (outcome === MATCHES) total++;
    this.total = total;
  }

  /**
   * Returns the rows from index `from` (inclusive) to `before` (exclusive) in the order of `sort`.
   */
  rows(sort: Sort, from: number, before: number): Row[] {
    const slots = this.#inOrder(sort).subarray(from, before);
    return Array.from(slots, (slot) => this.#source.row(slot));
  }

  /** Returns the id of every row in the order of `sort`. */
  ids(sort: Sort): string[] {
    return Array.from(this.#inOrder(sort), (slot) => this.#source.id(slot));
  }

  /** Returns the index of a row in the order of `sort`; null if it does not match. */
  positionOf(sort: Sort, id: string): number | null {
    const slots = this.#inOrder(sort);
    const slot = this.#source.slotOf(id);
    const position = slot === undefined ? -1 : slots.indexOf(slot);
    return position < 0 ? null : position;
  }

  /**
   * Returns the distinct values of a `dictionary` column, with their number of rows, among the rows
   * that satisfy the search and the conditions on all other columns: in locale order, the empty
   * value first.
   */
  valueCounts(field: string): ValueCount[] {
    this.#source.requireCurrent();
    const column = this.#column(field);
    if (!(column instanceof DictionaryColumn)) throw new Error(`${field} has no dictionary`);
    const failsThis = failsOnly(this.#source.columns.indexOf(column));
    const outcomes = this.#outcomes;
    return column.valueCounts(outcomes.length, (slot) => {
      const outcome = outcomes[slot];
      return outcome === MATCHES || outcome === failsThis;
    });
  }

  /**
   * Calls `each` with the slot of every row, in no particular order. A `reader` accepts slots until
   * the table changes.
   */
  forEachSlot(each: (slot: number) => void): void {
    this.#source.requireCurrent();
    for (let slot = 0; slot < this.#outcomes.length; slot++) {
      if (this.#outcomes[slot] === MATCHES) each(slot);
    }
  }

  /** Returns a function that reads `field` of a slot. */
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
    const slots = this.#source.order(field).pick(this.#outcomes, MATCHES, isDescending);
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
