import type { CellTest } from "../../../domain/tableFilters";

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

  /** Returns whether a slot's cell passes `test`, which must depend on the cell alone. */
  passing(test: CellTest): SlotTest;
}

/** A part of each row that a search looks at. */
export interface SearchedPart {
  /** Returns whether a slot's text contains the folded `word`; null when no slot's does. */
  containing(word: string): SlotTest | null;
}

export function wrongCell(field: string, cell: Cell): Error {
  return new Error(`The column ${field} cannot hold ${JSON.stringify(cell)}`);
}
