import { cellDate, cellHeading, type ExportColumn } from "./exportColumns";
import { csvFormat, jsonFormat, jsonLinesFormat, type TextFormat } from "./exportText";
import { keysOf } from "../common/objects";
import {
  MAX_SHEET_ROWS,
  SHEET_END,
  SHEET_PART,
  SHEET_START,
  sheetRow,
  WORKBOOK_PARTS,
} from "../files/workbookXml";
import { ZipArchive, type ByteSink, type CompressedPart } from "../files/zipArchive";

/** Export formats by file extension, with their MIME types. */
export const EXPORT_TYPES = {
  csv: "text/csv;charset=utf-8",
  json: "application/json",
  jsonl: "application/x-ndjson",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
export type ExportFormat = keyof typeof EXPORT_TYPES;
export const EXPORT_FORMATS = keysOf(EXPORT_TYPES);

const TEXT_FORMATS = { csv: csvFormat, json: jsonFormat, jsonl: jsonLinesFormat } as const;

/** Characters encoded per chunk. */
const CHUNK_CHARACTERS = 256 * 1024;

/** Thrown when an export has more rows than an Excel sheet can hold. */
export class SheetFull extends Error {
  override readonly name = "SheetFull";

  constructor() {
    super(`An Excel sheet has ${MAX_SHEET_ROWS} rows; this export has more.`);
  }
}

/** Writes a file, several rows at a time. All bytes have reached the sink when `end` resolves. */
export type ExportWriter = {
  /** @throws SheetFull if there are more rows than a sheet can hold */
  readonly write: (rows: readonly object[]) => Promise<void>;
  readonly end: () => Promise<void>;
};

/**
 * Starts a file with `columns`. Memory use does not grow with the number of rows. `write` and `end`
 * rethrow errors of the sink.
 */
export function exportWriter(
  format: ExportFormat,
  columns: readonly ExportColumn[],
  sink: ByteSink,
): ExportWriter {
  return format === "xlsx"
    ? new WorkbookWriter(columns, sink)
    : new TextWriter(TEXT_FORMATS[format](columns), sink);
}

const encoder = new TextEncoder();

class TextWriter implements ExportWriter {
  readonly #format: TextFormat;
  readonly #sink: ByteSink;
  #waiting: string;
  #rows = 0;

  constructor(format: TextFormat, sink: ByteSink) {
    this.#format = format;
    this.#sink = sink;
    this.#waiting = format.start;
  }

  async write(rows: readonly object[]): Promise<void> {
    for (const row of rows) {
      this.#waiting += this.#format.row(row, this.#rows++);
      if (this.#waiting.length >= CHUNK_CHARACTERS) await this.#flush();
    }
  }

  async end(): Promise<void> {
    this.#waiting += this.#format.end;
    await this.#flush();
  }

  async #flush(): Promise<void> {
    const bytes = encoder.encode(this.#waiting);
    this.#waiting = "";
    await this.#sink(bytes);
  }
}

/** Writes an .xlsx with one sheet named Data, all cells as text, compressed while it is written. */
class WorkbookWriter implements ExportWriter {
  readonly #columns: readonly ExportColumn[];
  readonly #archive: ZipArchive;
  #sheet: CompressedPart | null = null;
  #waiting: string;
  #rows = 1;

  constructor(columns: readonly ExportColumn[], sink: ByteSink) {
    this.#columns = columns;
    this.#archive = new ZipArchive(sink);
    this.#waiting = SHEET_START + sheetRow(columns.map(cellHeading), this.#rows);
  }

  async write(rows: readonly object[]): Promise<void> {
    for (const row of rows) {
      if (++this.#rows > MAX_SHEET_ROWS) throw new SheetFull();
      this.#waiting += sheetRow(
        this.#columns.map((column) => sheetCell(column, row)),
        this.#rows,
      );
      if (this.#waiting.length >= CHUNK_CHARACTERS) await this.#flush();
    }
  }

  async end(): Promise<void> {
    this.#waiting += SHEET_END;
    await this.#flush();
    await this.#sheet?.end();
    await this.#archive.end();
  }

  async #flush(): Promise<void> {
    const bytes = encoder.encode(this.#waiting);
    this.#waiting = "";
    this.#sheet ??= await this.#begin();
    await this.#sheet.write(bytes);
  }

  async #begin(): Promise<CompressedPart> {
    for (const [name, text] of Object.entries(WORKBOOK_PARTS)) {
      await this.#archive.store(name, encoder.encode(text));
    }
    return await this.#archive.compress(SHEET_PART);
  }
}

function sheetCell({ value, isDate, blank = "" }: ExportColumn, row: object): string {
  const cell = value(row);
  if (isDate && typeof cell === "number") return cellDate(cell);
  return String(cell ?? "") || blank;
}
