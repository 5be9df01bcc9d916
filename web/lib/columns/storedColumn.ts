import type { CellTest } from "#domain/tables/tableFilters";
import type { SavedPart } from "./savedPart";

/** Content of a cell: a text, epoch ms of a date; undefined when absent. */
export type Cell = string | number | undefined;

export type SlotTest = (slot: number) => boolean;

/**
 * The cells of one field, by slot: the number under which a `ColumnTable` keeps a row. A slot that
 * no row has is absent in every column.
 */
export interface StoredColumn {
  readonly field: string;

  /** Makes room for the slots below `capacity`. */
  reserve(capacity: number): void;

  get(slot: number): Cell;

  /** @throws Error for a cell of a kind that the column cannot hold */
  set(slot: number, cell: Cell): void;

  /** True for an absent cell and for "": these come last in either direction of a sort. */
  isEmpty(slot: number): boolean;

  /** Compares two cells that are not empty; 0 when they sort as equal. */
  compare(one: number, other: number): number;

  /** Sorts `slots`, none of them empty, by their cells. Equal ones keep their order. */
  sort(slots: Uint32Array): void;

  /** True if `sort` takes few milliseconds, whatever the cells are. */
  readonly isSortQuick: boolean;

  /**
   * Returns the cells of the slots below `size`, to be kept. The arrays are the column's own: they
   * are good until its next change.
   */
  save(size: number): SavedPart;

  /** Takes the cells of `size` slots from what `save` returned. Room is reserved for them. */
  restore(saved: SavedPart, size: number): void;

  /** Returns whether a slot's cell passes `test`, which must depend on the cell alone. */
  passing(test: CellTest): SlotTest;
}

/** A part of each row that a search looks at. */
export interface SearchedPart {
  /** Returns whether a slot's text contains the folded `word`; null when no slot's does. */
  containing(word: string): SlotTest | null;
}

/** Returns array `index` of a kept part's. @throws Error unless it is of this type and length */
export function savedArray<Numbers extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
  arrays: SavedPart["arrays"],
  index: number,
  type: abstract new (...args: never[]) => Numbers,
  length: number,
): Numbers {
  const array = arrays[index];
  if (array instanceof type && array.length === length) return array;
  throw new Error(`A kept column has no array of ${length} numbers at ${index}`);
}

export function wrongCell(field: string, cell: Cell): Error {
  return new Error(`The column ${field} cannot hold ${JSON.stringify(cell)}`);
}
