import { unescapeFormula } from "../cells";
import { fieldOfHeading, findHeadingRow, type IsHeading } from "../importHeadings";
import { fieldOfPersonHeading } from "../peopleSheet";
import { readCsv, decode } from "./csv";
import { inMiB, type SheetLimits } from "./limits";
import { UnreadableSheet, type Sheet, type SheetRow } from "./sheet";
import { readWorkbook } from "./workbook";
import { checkZip } from "./zip";

/** The functions that tell the field of a heading, by the kind of table. */
const FIELD_OF = { samples: fieldOfHeading, people: fieldOfPersonHeading } as const;

export type ParseOptions = {
  /** The kind of table whose headings are looked for; samples when left out. */
  readonly table?: keyof typeof FIELD_OF;
  /** Headings that the person has mapped by hand. */
  readonly mapped?: readonly string[];
  /** The sheet of a workbook to read: `readWorkbook` says which one without. */
  readonly sheetName?: string;
};

/**
 * Parses a spreadsheet's bytes into headings and rows. The content decides the format, not the
 * name. It runs in a thread of its own (cli/spreadsheet/worker.ts and
 * web/features/import/sheetWorker.ts) and may use all the time and memory allowed there.
 *
 * @throws UnreadableSheet
 */
export async function parseSheet(
  bytes: Uint8Array,
  limits: SheetLimits,
  { mapped = [], sheetName, table = "samples" }: ParseOptions = {},
): Promise<Sheet> {
  if (bytes.length > limits.fileBytes) throw new UnreadableSheet(tooLarge(bytes.length, limits));
  const isHeading = (cell: string) => {
    const text = unescapeFormula(cell);
    return mapped.includes(text) || FIELD_OF[table](text) !== null;
  };
  const { rows, notes, ...workbook } = await readRows(bytes, { limits, sheetName, isHeading });
  const texts = rows.map(trimmed).filter(hasText);
  const { at } = findHeadingRow(
    texts.map(({ cells }) => cells),
    isHeading,
  );
  const head = texts[at];
  if (!head) throw new UnreadableSheet("it is empty");
  const headings = head.cells.map(unescapeFormula);
  const body = texts.slice(at + 1);
  checkHeadings(headings, limits);
  if (body.length > limits.rows) {
    throw new UnreadableSheet(`it has more than ${limits.rows} rows; split it into several files`);
  }
  const above = at > 0 ? [`Read the headings in row ${head.row}; left out the rows above.`] : [];
  return {
    headings,
    rows: body.map((row) => checked(row, headings, limits)),
    notes: [...notes, ...above],
    ...workbook,
  };
}

/** The reason why a file of so many bytes is not read. */
export function tooLarge(fileBytes: number, limits: SheetLimits): string {
  return `it has ${inMiB(fileBytes)}; at most ${inMiB(limits.fileBytes)} are read`;
}

type ReadOptions = {
  readonly limits: SheetLimits;
  readonly sheetName: string | undefined;
  readonly isHeading: IsHeading;
};

async function readRows(bytes: Uint8Array, { limits, sheetName: chosen, isHeading }: ReadOptions) {
  const isZip = startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);
  // The container of .xls, and of an .xlsx with a password.
  const isCompound = startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0]);
  if (!isZip && !isCompound) {
    if (chosen !== undefined) {
      throw new UnreadableSheet(`no sheet is named "${chosen}": it is a CSV file, which has none`);
    }
    const { text, notes } = decode(bytes);
    return { rows: readCsv(text, isHeading), notes };
  }
  if (isZip) await checkZip(bytes, limits);
  const workbook = readWorkbook(bytes, chosen);
  const { sheetName, sheetNames } = workbook;
  const others = sheetNames.filter((other) => other !== sheetName);
  const isTold = chosen !== undefined || others.length === 0;
  const notes = isTold ? [] : [`Read sheet ${sheetName}; left out ${others.join(", ")}.`];
  return { ...workbook, notes };
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, index) => bytes[index] === byte);
}

/** Removes spaces around cells, and empty cells at the end. */
function trimmed({ row, cells }: SheetRow): SheetRow {
  const texts = cells.map((cell) => cell.trim());
  return { row, cells: texts.slice(0, texts.findLastIndex((text) => text !== "") + 1) };
}

function hasText({ cells }: SheetRow): boolean {
  return cells.length > 0;
}

function checkHeadings(headings: readonly string[], limits: SheetLimits): void {
  if (headings.length > limits.columns) {
    throw new UnreadableSheet(
      `it has ${headings.length} columns; at most ${limits.columns} are read`,
    );
  }
  const seen = new Set<string>();
  for (const heading of headings) {
    if (heading && seen.has(heading)) {
      throw new UnreadableSheet(`the heading "${heading}" is there twice`);
    }
    seen.add(heading);
  }
}

function checked(row: SheetRow, headings: readonly string[], limits: SheetLimits): SheetRow {
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
