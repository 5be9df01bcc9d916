import { unescapeFormula } from "../../files/cells";
import { fieldOfHeading, findHeadingRow, type IsHeading } from "../importHeadings";
import { fieldOfPersonHeading } from "../peopleSheet";
import { decode, readCsv, startsWith } from "./csv";
import type { Encoding } from "./encodings";
import { HIDDEN_ROWS, inMiB, type SheetLimits } from "./limits";
import { UnreadableSheet, type Sheet, type SheetRow } from "./sheet";
import { readWorkbook, type WorkbookRow } from "./workbook";
import { plainArchive } from "./zip";

/** The functions that tell the field of a heading, by the kind of table. */
const FIELD_OF = { samples: fieldOfHeading, people: fieldOfPersonHeading } as const;

export type ParseOptions = {
  /** The kind of table to look for; samples by default. */
  readonly table?: keyof typeof FIELD_OF;
  /** Headings that the person has mapped by hand. */
  readonly mapped?: readonly string[];
  /** The sheet of a workbook to read; by default, `readWorkbook` chooses one. */
  readonly sheetName?: string;
  /** The encoding of a text file; by default, `decode` detects it. */
  readonly encoding?: Encoding;
  /** The answer to rows that the spreadsheet program does not show; skip when left out. */
  readonly hidden?: (typeof HIDDEN_ROWS)[number];
};

/**
 * Parses a spreadsheet's bytes into headings and rows. The content decides the format, not the
 * name. It runs in a thread of its own (cli/spreadsheet/worker.ts and
 * web/features/imports/sheetWorker.ts) and may use all the time and memory allowed there.
 *
 * @throws UnreadableSheet
 */
export async function parseSheet(
  bytes: Uint8Array,
  limits: SheetLimits,
  { mapped = [], table = "samples", hidden = "skip", ...choices }: ParseOptions = {},
): Promise<Sheet> {
  if (bytes.length > limits.fileBytes) throw new UnreadableSheet(tooLarge(bytes.length, limits));
  const isHeading = (cell: string) => {
    const text = unescapeFormula(cell);
    return mapped.includes(text) || FIELD_OF[table](text) !== null;
  };
  const { rows, notes, ...origin } = await readRows(bytes, { limits, isHeading, ...choices });
  const texts = rows.map(trimmed).filter(hasText);
  const { at } = findHeadingRow(
    texts.map(({ cells }) => cells),
    isHeading,
  );
  const head = texts[at];
  if (!head) throw new UnreadableSheet("it is empty");
  const headings = uniqueHeadings(head.cells.map(unescapeFormula), isHeading);
  const below = texts.slice(at + 1);
  const hiddenRows = below.filter(({ isHidden }) => isHidden).length;
  const body = hidden === "import" ? below : below.filter(({ isHidden }) => !isHidden);
  if (headings.length > limits.columns) {
    throw new UnreadableSheet(
      `it has ${headings.length} columns; at most ${limits.columns} are read`,
    );
  }
  if (body.length > limits.rows) {
    throw new UnreadableSheet(`it has more than ${limits.rows} rows; split it into several files`);
  }
  const above = at > 0 ? [`Read the headings in row ${head.row}; left out the rows above.`] : [];
  return {
    headings,
    rows: body.map((row) => checked(row, headings, limits)),
    notes: [...notes, ...above],
    ...origin,
    ...(hiddenRows > 0 && { hiddenRows: { count: hiddenRows, areRead: hidden === "import" } }),
  };
}

/** The reason why a file of so many bytes is not read. */
export function tooLarge(fileBytes: number, limits: SheetLimits): string {
  return `it has ${inMiB(fileBytes)}; at most ${inMiB(limits.fileBytes)} are read`;
}

type ReadOptions = Pick<ParseOptions, "sheetName" | "encoding"> & {
  readonly limits: SheetLimits;
  readonly isHeading: IsHeading;
};

/** Rows of a file, what to tell of them, and where they come from. */
type ReadRows = Pick<Sheet, "notes" | "sheetName" | "sheetNames" | "encoding"> & {
  readonly rows: readonly WorkbookRow[];
};

async function readRows(
  bytes: Uint8Array,
  { limits, sheetName: chosen, encoding: stated, isHeading }: ReadOptions,
): Promise<ReadRows> {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) {
    return readWorkbook(await plainArchive(bytes, limits), { chosen, isHeading });
  }
  // The container of .xls, and of an .xlsx with a password.
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) {
    return readWorkbook(bytes, { chosen, isHeading });
  }
  refuseOtherFiles(bytes);
  const { text, encoding, isGuessed, notes } = decode(bytes, stated);
  const ofText = { notes, ...((isGuessed || stated !== undefined) && { encoding }) };
  const markup = markupOf(text);
  if (markup !== null) {
    const { notes: found, ...read } = readWorkbook(text, { chosen, isHeading });
    return { ...read, ...ofText, notes: [`The file is ${markup}.`, ...notes, ...found] };
  }
  if (chosen !== undefined) {
    throw new UnreadableSheet(`no sheet is named "${chosen}": it is a CSV file, which has none`);
  }
  return { rows: readCsv(text, isHeading), ...ofText };
}

/** Files without a spreadsheet by their first characters, and what to do with each. */
const OTHER_FILES = [
  ["%PDF-", "a PDF; export its table as .xlsx or .csv"],
  ["{\\rtf", "a text document (RTF); copy its table into a spreadsheet"],
  ["ID;P", "a SYLK file; save it as .xlsx"],
  ["TABLE\r\n0,1", "a DIF file; save it as .xlsx"],
  ["TABLE\n0,1", "a DIF file; save it as .xlsx"],
  ["\x1f\x8b", "packed (gzip); unpack it first"],
  ["Rar!", "packed (RAR); unpack it first"],
  ["7z\xbc\xaf", "packed (7-Zip); unpack it first"],
  ["\x89PNG", "a picture; type its table into a spreadsheet"],
  ["\xff\xd8\xff", "a picture; type its table into a spreadsheet"],
] as const;

/** @throws UnreadableSheet, naming the kind of file, if the file is not a spreadsheet */
function refuseOtherFiles(bytes: Uint8Array): void {
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  for (const [signature, what] of OTHER_FILES) {
    if (start.startsWith(signature)) throw new UnreadableSheet(`it is ${what}`);
  }
  if (/^(?:\xef\xbb\xbf)?(?:[[{]\s*)+"\w/.test(start)) {
    throw new UnreadableSheet("it is JSON; save it as .xlsx or .csv");
  }
}

/**
 * Names the markup format of a text that programs save as `.xls`; null for any other text.
 *
 * @throws UnreadableSheet for a web archive (MHTML)
 */
function markupOf(text: string): string | null {
  const start = text.slice(0, 2_000).trimStart();
  if (/^MIME-Version:/i.test(start)) {
    throw new UnreadableSheet("it is a web page in one file (MHTML); save it as .xlsx");
  }
  if (!start.startsWith("<")) return null;
  if (/<(?:\w+:)?Workbook[\s>]/.test(start)) return "an XML spreadsheet of Excel 2003";
  if (/<office:document[\s>]/.test(start)) {
    throw new UnreadableSheet("it is an OpenDocument spreadsheet (.fods); save it as .xlsx");
  }
  if (/<(?:!doctype html|html|head|body|table|meta|style)[\s>]/i.test(start)) {
    if (/<table[\s>]/i.test(text)) return "a web page with a table";
    throw new UnreadableSheet(
      "it is a web page without a table, maybe a page to sign in; download the file again",
    );
  }
  throw new UnreadableSheet("it is XML, but not a spreadsheet; save it as .xlsx or .csv");
}

/** Removes spaces around cells, and empty cells at the end. */
function trimmed<Row extends SheetRow>(row: Row): Row {
  const texts = row.cells.map((cell) => cell.trim());
  const last = texts.findLastIndex((text, column) => text !== "" || row.faults?.[column]);
  return { ...row, cells: texts.slice(0, last + 1) };
}

function hasText({ cells }: SheetRow): boolean {
  return cells.length > 0;
}

/**
 * Numbers the headings that repeat another one: `Notes`, `Notes (2)`.
 *
 * @throws UnreadableSheet for two columns of one field: nothing tells which of them is meant
 */
function uniqueHeadings(headings: readonly string[], isHeading: IsHeading): string[] {
  const taken = new Set(headings);
  const seen = new Set<string>();
  return headings.map((heading) => {
    if (heading === "" || !seen.has(heading)) {
      seen.add(heading);
      return heading;
    }
    if (isHeading(heading)) throw new UnreadableSheet(`the heading "${heading}" appears twice`);
    let count = 2;
    while (taken.has(`${heading} (${count})`)) count += 1;
    const numbered = `${heading} (${count})`;
    taken.add(numbered);
    return numbered;
  });
}

function checked(
  { isHidden: _, ...row }: WorkbookRow,
  headings: readonly string[],
  limits: SheetLimits,
): SheetRow {
  const problem = problemOf(row.cells, headings, limits);
  return problem === null ? row : { ...row, problem };
}

function problemOf(cells: readonly string[], headings: readonly string[], limits: SheetLimits) {
  const stray = cells.findIndex((cell, index) => cell !== "" && !headings[index]);
  if (stray >= 0) return `cell ${stray + 1} ("${cells[stray]?.slice(0, 20)}") has no heading`;
  if (cells.some((cell) => cell.length > limits.cellCharacters)) {
    return `a cell has more than ${limits.cellCharacters} characters`;
  }
  return null;
}
