import type { FileHandle } from "node:fs/promises";
import { createDeflateRaw, crc32, deflateRawSync, type DeflateRaw } from "node:zlib";
import { escapeGuarded, isFormula } from "../../domain/cells";
import { cellDate, cellHeading, type ExportColumn } from "../../domain/exportColumns";
import { CliError, EXIT } from "../errors";

/** Rows of an Excel sheet, the headings included. */
const MAX_ROWS = 1_048_576;

/** Text that is compressed at a time. */
const CHUNK_CHARACTERS = 256 * 1024;

const NAMESPACE = "http://schemas.openxmlformats.org";
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Style 1 marks a cell as text even if it begins like a formula, also when it is edited. */
const PARTS: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `${XML}<Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  "_rels/.rels": `${XML}<Relationships xmlns="${NAMESPACE}/package/2006/relationships"><Relationship Id="rId1" Type="${NAMESPACE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${XML}<workbook xmlns="${NAMESPACE}/spreadsheetml/2006/main" xmlns:r="${NAMESPACE}/officeDocument/2006/relationships"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${XML}<Relationships xmlns="${NAMESPACE}/package/2006/relationships"><Relationship Id="rId1" Type="${NAMESPACE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${NAMESPACE}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  "xl/styles.xml": `${XML}<styleSheet xmlns="${NAMESPACE}/spreadsheetml/2006/main"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf quotePrefix="1"/></cellXfs></styleSheet>`,
};

type Entry = { name: string; at: number; crc: number; packed: number; unpacked: number };

/**
 * Writes an .xlsx with one sheet named Data, all cells text, row by row: the sheet is compressed as
 * it grows, and the sizes in front of it are filled in at the end.
 */
export class WorkbookWriter {
  readonly #file: FileHandle;
  readonly #columns: readonly ExportColumn[];
  readonly #deflate: DeflateRaw = createDeflateRaw();
  readonly #packing: Promise<void>;
  readonly #entries: Entry[] = [];
  readonly #sheet: Entry;
  #at = 0;
  #rows = 0;
  #text = "";

  private constructor(
    file: FileHandle,
    columns: readonly ExportColumn[],
    sheet: Entry,
    at: number,
  ) {
    this.#file = file;
    this.#columns = columns;
    this.#sheet = sheet;
    this.#at = at;
    this.#packing = this.#writePacked();
  }

  /** @param file new and empty, open for writing */
  static async start(file: FileHandle, columns: readonly ExportColumn[]): Promise<WorkbookWriter> {
    let at = 0;
    const entries: Entry[] = [];
    for (const [name, text] of Object.entries(PARTS)) {
      const content = Buffer.from(text);
      const packed = deflateRawSync(content);
      const sizes = { packed: packed.length, unpacked: content.length };
      const entry = { name, at, crc: crc32(content), ...sizes };
      entries.push(entry);
      const bytes = Buffer.concat([localHeader(entry), packed]);
      await file.write(bytes, 0, bytes.length, at);
      at += bytes.length;
    }
    const sheet = { name: "xl/worksheets/sheet1.xml", at, crc: 0, packed: 0, unpacked: 0 };
    const writer = new WorkbookWriter(file, columns, sheet, at + localHeader(sheet).length);
    writer.#entries.push(...entries, sheet);
    writer.#text = `${XML}<worksheet xmlns="${NAMESPACE}/spreadsheetml/2006/main"><sheetData>`;
    await writer.#addRow(columns.map(cellHeading));
    return writer;
  }

  /** @throws CliError for more rows than a sheet has */
  async add(row: object): Promise<void> {
    await this.#addRow(
      this.#columns.map(({ value, isDate }) => {
        const cell = value(row);
        return isDate && typeof cell === "number" ? cellDate(cell) : String(cell ?? "");
      }),
    );
  }

  async end(): Promise<void> {
    this.#text += "</sheetData></worksheet>";
    await this.#compress();
    this.#deflate.end();
    await this.#packing;
    const header = localHeader(this.#sheet);
    await this.#file.write(header, 0, header.length, this.#sheet.at);
    const directory = Buffer.concat(this.#entries.map(directoryEntry));
    const bytes = Buffer.concat([
      directory,
      endOfDirectory(this.#entries.length, directory.length, this.#at),
    ]);
    await this.#file.write(bytes, 0, bytes.length, this.#at);
  }

  async #addRow(cells: readonly string[]): Promise<void> {
    this.#rows += 1;
    if (this.#rows > MAX_ROWS) {
      throw new CliError(
        `An Excel sheet has ${MAX_ROWS} rows; this export has more. Use --format csv, or --filter.`,
        EXIT.usage,
      );
    }
    this.#text += `<row r="${this.#rows}">${cells
      .map((text, column) => (text === "" ? "" : cellXml(text, `${letters(column)}${this.#rows}`)))
      .join("")}</row>`;
    if (this.#text.length > CHUNK_CHARACTERS) await this.#compress();
  }

  async #compress(): Promise<void> {
    const content = Buffer.from(this.#text);
    this.#text = "";
    this.#sheet.crc = crc32(content, this.#sheet.crc);
    this.#sheet.unpacked += content.length;
    await new Promise<void>((resolve, reject) =>
      this.#deflate.write(content, (error) => (error ? reject(error) : resolve())),
    );
  }

  async #writePacked(): Promise<void> {
    for await (const chunk of this.#deflate) {
      const bytes = chunk as Buffer;
      await this.#file.write(bytes, 0, bytes.length, this.#at);
      this.#at += bytes.length;
      this.#sheet.packed += bytes.length;
    }
  }
}

/** A line break in a cell of Excel is one character. */
function cellXml(value: string, reference: string): string {
  const text = value.replace(/\r+\n?/g, "\n");
  const style = isFormula(text) ? ' s="1"' : "";
  return `<c r="${reference}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(escapeGuarded(text))}</t></is></c>`;
}

/** Excel writes a character that XML has not, or changes, as `_x000D_`, and such a text as `_x005F_x000D_`. */
function xmlText(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replace(/(?![\t\n])\p{Cc}|[\uFFFE\uFFFF]/gu, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
      return `_x${code}_`;
    })
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

/** The name of a column: A for 0, AA for 26. */
function letters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

/** The fields that both headers of a part share (PKWARE APPNOTE 4.3): deflated, 1980-01-01. */
function common({ name, crc, packed, unpacked }: Entry): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(8, 4);
  bytes.writeUInt16LE(0x21, 8);
  bytes.writeUInt32LE(crc, 10);
  bytes.writeUInt32LE(packed, 14);
  bytes.writeUInt32LE(unpacked, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

function localHeader(entry: Entry): Buffer {
  return Buffer.concat([
    Buffer.from("PK\x03\x04", "latin1"),
    common(entry),
    Buffer.from(entry.name),
  ]);
}

function directoryEntry(entry: Entry): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(entry.at, 10);
  const signature = Buffer.from("PK\x01\x02\x14\0", "latin1");
  return Buffer.concat([signature, common(entry), rest, Buffer.from(entry.name)]);
}

function endOfDirectory(entries: number, bytes: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(bytes, 12);
  end.writeUInt32LE(at, 16);
  return end;
}
