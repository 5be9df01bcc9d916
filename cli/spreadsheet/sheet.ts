/** One row with its number as the spreadsheet program shows it: the headings are row 1. */
export type SheetRow = {
  readonly row: number;
  readonly cells: readonly string[];
  /** Why this row cannot be taken, though the file can: it has more cells than headings, say. */
  readonly problem?: string;
};

/** A sheet as text: trimmed headings, and every row that has something in it. */
export type Sheet = {
  readonly headings: readonly string[];
  readonly rows: readonly SheetRow[];
  /** Things to tell the person, such as sheets that were left out. */
  readonly notes: readonly string[];
};

/** Why a file cannot be read, without its name: the caller adds that. */
export class UnreadableSheet extends Error {
  override readonly name = "UnreadableSheet";
}
