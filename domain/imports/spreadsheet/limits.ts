const MiB = 1024 * 1024;

/**
 * Limits of a spreadsheet from a person. The size on disk alone says nothing: a workbook of 683 KB
 * took 32 s and 870 MB to parse, one of 1.5 KB hung for over a minute.
 */
export const SHEET_LIMITS = {
  /** Bytes of the file. 100,000 rows of 22 columns are about 30 MiB as CSV. */
  fileBytes: 50 * MiB,
  /** Bytes of all parts of an .xlsx together, unpacked. */
  unpackedBytes: 300 * MiB,
  /** Parts of an .xlsx; Excel writes a dozen. */
  entries: 1_000,
  /** Rows with something in them, without the headings. */
  rows: 100_000,
  columns: 200,
  /** Longest text of one cell, Excel's own limit. */
  cellCharacters: 32_767,
  /** Heap of the parsing thread. 100,000 × 22 cells need about 500 MB. */
  heapMiB: 1_024,
  parseMs: 60_000,
} as const;

export type SheetLimits = { readonly [limit in keyof typeof SHEET_LIMITS]: number };

/** The answers to rows that the spreadsheet program does not show. */
export const HIDDEN_ROWS = ["skip", "import"] as const;

/** Formats 52428800 as "50 MiB". */
export function inMiB(bytes: number): string {
  return `${Math.round((bytes / MiB) * 10) / 10} MiB`;
}
