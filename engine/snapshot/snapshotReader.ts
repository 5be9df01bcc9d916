import { fromExportJson } from "../values/exportJson";
import type { JSONObject, JSONValue } from "../values/json";
import {
  documentsPath,
  schemaPath,
  STORAGE,
  TABLES,
  UNIFORM,
  type StoredFileLine,
  type TableLine,
} from "./format";
import { ZipReader } from "./zipReader";

/** The path of `_storage/<id>`, with any extension. */
const FILE_PATH = /^_storage\/([^/.]+)(\.[^/]*)?$/;

/** A line of a snapshot: its value, and its length in characters. */
type Line<Value> = { readonly value: Value; readonly chars: number };

/**
 * Reads a snapshot (format.ts). Every method throws an Error that names the entry, and the line in
 * it, when the entry is damaged or does not belong in a snapshot.
 */
export class SnapshotReader {
  private constructor(
    readonly zip: ZipReader,
    /** Folder prefix of all paths, with its slash; usually "". */
    readonly prefix: string,
  ) {}

  static async open(file: string): Promise<SnapshotReader> {
    const zip = await ZipReader.open(file);
    const tables = zip.names.find((name) => /(^|\/)_tables\/documents\.jsonl$/.test(name));
    const prefix = tables?.slice(0, -documentsPath(TABLES).length) ?? "";
    const component = zip.names.find((name) => name.startsWith(`${prefix}_components/`));
    if (tables !== undefined && component === undefined) return new SnapshotReader(zip, prefix);
    zip.close();
    throw new Error(
      component === undefined
        ? `it has no ${documentsPath(TABLES)}`
        : `${component} belongs to a component, and those are not supported`,
    );
  }

  /** Yields each table's name and its number, which the ids of its documents contain. */
  async *tables(): AsyncIterable<TableLine> {
    for await (const { value } of this.#lines(documentsPath(TABLES), parseJson)) {
      const { name, id } = value;
      if (typeof name !== "string" || typeof id !== "number" || !Number.isInteger(id)) {
        throw new Error(`${documentsPath(TABLES)} has a table without name or number`);
      }
      yield { name, id };
    }
  }

  /** Yields the documents of a table. Their fields are not checked. */
  async *documents(table: string): AsyncIterable<Line<JSONObject>> {
    const path = documentsPath(table);
    if (!this.#has(path)) return;
    yield* this.#lines(path, (await this.#isUniform(table)) ? fromExportJson : parseJson);
  }

  /** Yields the metadata of each stored file. */
  async *fileLines(): AsyncIterable<StoredFileLine> {
    const path = documentsPath(STORAGE);
    if (!this.#has(path)) return; // the export has no stored files
    for await (const { value } of this.#lines(path, parseJson)) {
      yield fileLineOf(value, path);
    }
  }

  /** Maps the id of each stored file to the name that `bytes` takes. */
  files(): Map<string, string> {
    const files = new Map<string, string>();
    for (const name of this.zip.names) {
      const [, id] = FILE_PATH.exec(name.slice(this.prefix.length)) ?? [];
      if (id !== undefined && name.startsWith(this.prefix) && id !== "documents")
        files.set(id, name);
    }
    return files;
  }

  bytes(name: string): AsyncIterable<Buffer> {
    return this.zip.bytes(name);
  }

  close(): void {
    this.zip.close();
  }

  #has(path: string): boolean {
    return this.zip.entries.has(this.prefix + path);
  }

  /**
   * True when a table's documents are in export JSON. A table added by hand lacks the mark; its
   * JSON is Convex JSON.
   */
  async #isUniform(table: string): Promise<boolean> {
    const path = schemaPath(table);
    if (!this.#has(path)) return false;
    for await (const line of this.zip.lines(this.prefix + path)) {
      if (line.trim() !== UNIFORM) {
        throw new Error(`${path} is of an earlier version of Convex: make a new export`);
      }
    }
    return true;
  }

  async *#lines(path: string, parse: (text: string) => JSONValue): AsyncIterable<Line<JSONObject>> {
    let number = 0;
    for await (const text of this.zip.lines(this.prefix + path)) {
      number++;
      let value: JSONValue;
      try {
        value = parse(text);
      } catch (cause) {
        throw new Error(`line ${number} of ${path} is no JSON`, { cause });
      }
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        throw new Error(`line ${number} of ${path} is no object`);
      }
      yield { value, chars: text.length };
    }
  }
}

const parseJson = (text: string) => JSON.parse(text) as JSONValue;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function fileLineOf(value: JSONObject, path: string): StoredFileLine {
  const { _id, _creationTime, sha256, size, contentType, internalId } = value;
  if (
    typeof _id === "string" &&
    typeof _creationTime === "number" &&
    typeof sha256 === "string" &&
    typeof size === "number" &&
    typeof internalId === "string" &&
    UUID.test(internalId) // used as a file name
  ) {
    const line = { _id, _creationTime, sha256, size, internalId };
    return typeof contentType === "string" ? { ...line, contentType } : line;
  }
  throw new Error(`${path} has a file without id, time, hash, size or internalId`);
}
