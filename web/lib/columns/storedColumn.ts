import type { CellTest } from "#domain/tables/tableFilters";
import type { SavedPart } from "./savedPart";

/** Content of a cell: a text, or a date as epoch ms; undefined when absent. */
export type Cell = string | number | undefined;

export type SlotTest = (slot: number) => boolean;

/**
 * The cells of one field, by slot (the number under which a `ColumnTable` stores a row). Unused
 * slots are absent in every column.
 */
export interface StoredColumn {
  readonly field: string;

  /** Reserves capacity for the slots below `capacity`. */
  reserve(capacity: number): void;

  get(slot: number): Cell;

  /** @throws Error for a cell of a type that the column cannot store */
  set(slot: number, cell: Cell): void;

  /** True for an absent cell and for "", which sort last in either direction. */
  isEmpty(slot: number): boolean;

  /** Compares two non-empty cells; 0 if they sort as equal. */
  compare(one: number, other: number): number;

  /** Sorts `slots`, all non-empty, by their cells. Stable. */
  sort(slots: Uint32Array): void;

  /** True if `sort` takes only a few milliseconds, whatever the cells. */
  readonly isSortQuick: boolean;

  /**
   * Returns the cells of the slots below `size` for storage. The arrays are the column's own: they
   * are valid until its next change.
   */
  save(size: number): SavedPart;

  /** Restores the cells of `size` slots from the result of `save`. Requires reserved capacity. */
  restore(saved: SavedPart, size: number): void;

  /** Returns whether a slot's cell passes `test`, which must depend on the cell only. */
  passing(test: CellTest): SlotTest;
}

/** A part of each row that is searched. */
export interface SearchedPart {
  /** Returns whether a slot's text contains the folded `word`; null if no slot's does. */
  containing(word: string): SlotTest | null;
}

/**
 * Returns array `index` of a stored part.
 *
 * @throws Error unless it has this type and length
 */
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
