import type { ImportBatch } from "#domain/imports/importBatches";
import type { ImportRow, RowResult } from "#domain/imports/importResults";
import type { SheetRow } from "#domain/imports/spreadsheet/sheet";

/** Labels of a row's outcome, before and after the import. */
type Outcome = readonly [before: string, after: string];

/** Texts that depend on the kind of import. */
export type ImportWords = {
  /** Label of the button that starts the upload. */
  readonly upload: string;
  /** Shown at the end, before the counts. */
  readonly finished: string;
  readonly imported: Outcome;
  readonly updated: Outcome;
  /** The screen to which a finished import links. */
  readonly next: { readonly to: "/private" | "/pages/invitations"; readonly label: string };
};

/** The device or person of a row. */
type RowTitle = { readonly name: string; readonly detail: string };

/**
 * What differs between importing samples and importing people; `ImportRun` does the rest. Calls to
 * the server reject with its refusal.
 */
export interface ImportKind {
  readonly words: ImportWords;
  /** Labels of fields, by name. */
  readonly labels: Readonly<Record<string, string>>;
  /** Field of each column, in the order of the file; null for a column that is left out. */
  readonly fields: readonly (string | null)[];
  /** Rows per transaction, and rows per check. */
  readonly batchRows: number;
  readonly checkRows: number;
  /** @param cell returns the cell of a field, "" if it has none */
  titleOf(cell: (field: string) => string): RowTitle;
  /**
   * Returns the rows to send, and refuses those whose cells are invalid without asking the server.
   */
  prepare(rows: readonly SheetRow[]): { rows: readonly ImportRow[]; refused: readonly RowResult[] };
  /**
   * Returns a function that completes the server's answer to a row with what only the whole file
   * shows (a number that occurs in two rows, say).
   *
   * @param rows all rows to send
   * @param call the call that the server answers
   */
  completer(rows: readonly ImportRow[], call: "check" | "commit"): (result: RowResult) => RowResult;
  /** Asks the server for the outcome of rows; writes nothing. */
  check(rows: readonly ImportRow[]): Promise<readonly RowResult[]>;
  /** Announces an upload; repeated if the announcement failed. */
  begin(rows: number, refused: number): Promise<void>;
  /** Writes a batch in one transaction; sending a batch twice writes it once. */
  commit(batch: ImportBatch): Promise<readonly RowResult[]>;
}
