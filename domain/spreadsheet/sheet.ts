/** One row with its number as the spreadsheet program shows it, from 1. */
export type SheetRow = {
  readonly row: number;
  readonly cells: readonly string[];
  /**
   * The fault that makes this row unusable though the file can be read: more cells than headings,
   * say.
   */
  readonly problem?: string;
};

/** A sheet as text: trimmed headings, and every row that has some text. */
export type Sheet = {
  readonly headings: readonly string[];
  readonly rows: readonly SheetRow[];
  /** Notices for the person, such as the names of sheets that were left out. */
  readonly notes: readonly string[];
  /** The sheet of a workbook that was read, and the names of all its sheets; absent for CSV. */
  readonly sheetName?: string;
  readonly sheetNames?: readonly string[];
};

/** The reason why a file cannot be read, without its name: the caller adds that. */
export class UnreadableSheet extends Error {
  override readonly name = "UnreadableSheet";
}
