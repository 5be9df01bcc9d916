import type { Encoding } from "./encodings";

/** One row with its number as the spreadsheet program shows it, from 1. */
export type SheetRow = {
  readonly row: number;
  readonly cells: readonly string[];
  /**
   * The fault that makes this row unusable though the file can be read: more cells than headings,
   * say.
   */
  readonly problem?: string;
  /** Cells whose text may not be what the person sees, by the index of their column. */
  readonly faults?: Readonly<Record<number, CellFault>>;
};

/**
 * `formula`: it has no saved result. `date`: a date, which is right in a column of dates only; a
 * spreadsheet program makes one of the serial number `3-26`.
 */
export type CellFault = "formula" | "date";

/** A sheet as text: trimmed headings, and every row that has some text. */
export type Sheet = {
  readonly headings: readonly string[];
  readonly rows: readonly SheetRow[];
  /** Notices for the person, such as the names of sheets that were left out. */
  readonly notes: readonly string[];
  /** The sheet of a workbook that was read, and the names of all its sheets; absent for CSV. */
  readonly sheetName?: string;
  readonly sheetNames?: readonly string[];
  /** Rows that the spreadsheet program does not show, and whether they are among `rows`. */
  readonly hiddenRows?: { readonly count: number; readonly areRead: boolean };
  /** The encoding of a text file; absent where the file itself says it. */
  readonly encoding?: Encoding;
};

/** The reason why a file cannot be read, without its name: the caller adds that. */
export class UnreadableSheet extends Error {
  override readonly name = "UnreadableSheet";
}
