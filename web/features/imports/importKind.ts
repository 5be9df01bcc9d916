import type { ImportBatch } from "#domain/imports/importBatches";
import type { ImportRow, RowResult } from "#domain/imports/importResults";
import type { SheetRow } from "#domain/imports/spreadsheet/sheet";

/** Words for what becomes of a row: before the import, and after it. */
type Outcome = readonly [before: string, after: string];

/** The words in which a kind of import speaks. */
export type ImportWords = {
  /** On the button that writes. */
  readonly upload: string;
  /** Said at the end, before the counts. */
  readonly finished: string;
  readonly imported: Outcome;
  readonly updated: Outcome;
  /** The screen to which an import leads that has written rows. */
  readonly next: { readonly to: "/private" | "/pages/invitations"; readonly label: string };
};

/** The device or the person that a row is about. */
type RowTitle = { readonly name: string; readonly detail: string };

/**
 * One kind of import, of samples or of people: the part that is its own; `ImportRun` does the rest.
 * Its calls to the server reject with the refusal.
 */
export interface ImportKind {
  readonly words: ImportWords;
  /** Labels of fields, by name. */
  readonly labels: Readonly<Record<string, string>>;
  /** The field of each column, in the order of the file; null for one that is left out. */
  readonly fields: readonly (string | null)[];
  /** Rows that are written in one transaction, and those that one check asks about. */
  readonly batchRows: number;
  readonly checkRows: number;
  /** @param cell gives a field's cell, "" without one */
  titleOf(cell: (field: string) => string): RowTitle;
  /** Returns the rows to send, and refuses those whose cells alone show that they cannot be. */
  prepare(rows: readonly SheetRow[]): { rows: readonly ImportRow[]; refused: readonly RowResult[] };
  /**
   * Returns a function that adds to the server's answer to a row what only the whole file shows.
   *
   * @param rows all rows to send
   * @param call the call that the server answers
   */
  completer(rows: readonly ImportRow[], call: "check" | "commit"): (result: RowResult) => RowResult;
  /** Asks the server about rows; it writes nothing. */
  check(rows: readonly ImportRow[]): Promise<readonly RowResult[]>;
  /** Announces an upload; called again after an announcement that failed. */
  begin(rows: number, refused: number): Promise<void>;
  /** Writes a batch in one transaction; the same batch may be sent again. */
  commit(batch: ImportBatch): Promise<readonly RowResult[]>;
}
