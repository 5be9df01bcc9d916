import { EXPORT_COLUMNS, type FileName } from "#domain/exports/exportColumns";
import {
  EXPORT_TYPES,
  exportWriter,
  SheetFull,
  type ExportFormat,
  type ExportWriter,
} from "#domain/exports/exportWriter";
import type { ExportAnswer, ExportRequest } from "./exportMessages";

/** Size of the file's parts, bytes; browsers store blobs on disk. */
const PART_BYTES = 4 * 1024 * 1024;

/** A file being written: its finished parts are blobs, so memory does not grow with the file. */
class OpenFile {
  readonly #type: string;
  readonly #parts: Blob[] = [];
  #pieces: BlobPart[] = [];
  #bytes = 0;
  readonly writer: ExportWriter;

  constructor({ name, format }: { name: FileName; format: ExportFormat }) {
    this.#type = EXPORT_TYPES[format];
    this.writer = exportWriter(format, EXPORT_COLUMNS[name], (bytes) => this.#add(bytes));
  }

  async end(): Promise<Blob> {
    await this.writer.end();
    return new Blob([...this.#parts, ...this.#pieces], { type: this.#type });
  }

  #add(bytes: Uint8Array): void {
    this.#pieces.push(new Uint8Array(bytes));
    this.#bytes += bytes.length;
    if (this.#bytes < PART_BYTES) return;
    this.#parts.push(new Blob(this.#pieces));
    this.#pieces = [];
    this.#bytes = 0;
  }
}

/** Returns a function that answers the requests for one file, in order. */
export function exportHost(): (request: ExportRequest) => Promise<ExportAnswer> {
  let open: OpenFile | null = null;
  return async (request) => {
    try {
      if (request.kind === "begin") open = new OpenFile(request);
      else if (open === null) throw new Error(`No file has begun, and ${request.kind} came`);
      else if (request.kind === "rows") await open.writer.write(request.rows);
      else return { kind: "file", file: await open.end() };
      return { kind: "ready" };
    } catch (error) {
      return { kind: "failure", error, isSheetFull: error instanceof SheetFull };
    }
  };
}
