import { createHash, randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { Database, ReadTransaction, WriteTransaction } from "../commit/database";
import type { Logger } from "../logs";
import { checkDiskSpace } from "../storage/diskSpace";
import { StorageWriteError } from "../storage/errors";
import { parseRange, type ByteRange } from "./range";
import type { UploadTokens } from "./uploadTokens";
import { verified } from "./verifyFiles";

/**
 * A row of `_storage`. Functions see it without `storageId`, because that name grants a download.
 */
type FileRow = {
  /** 128 random bits written like a UUID: the file's name on disk and in its URL. */
  storageId: string;
  /** Base64. */
  sha256: string;
  /** Bytes. */
  size: number;
  contentType?: string;
};

/** Content that is flushed to disk but has no row yet. */
export interface ReceivedFile {
  readonly uuid: string;
  readonly sha256: Buffer;
  readonly size: number;
}

/** An opened file, for an HTTP response. */
export interface OpenedFile {
  readonly contentType: string | null;
  /** Base64; also used as the ETag. */
  readonly sha256: string;
  readonly size: number;
  /** The requested bytes; null for the whole file. */
  readonly range: ByteRange | null;
  /** Opens a stream of the bytes. A caller that does not read it to the end must destroy it. */
  stream(): Readable;
}

type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The upload is larger than allowed. */
export class FileTooLarge extends Error {
  override readonly name = "FileTooLarge";
}

/** The uploaded bytes do not match the SHA-256 that the sender announced. */
export class DigestMismatch extends Error {
  override readonly name = "DigestMismatch";
}

/**
 * Files of a deployment: bytes in `folder`, and one `_storage` row each.
 *
 * Invariant: every row's bytes are on disk. Bytes are written and flushed before their row is
 * committed, and deleted after the row's deletion is committed. A crash in between leaves bytes
 * without a row, which the next start removes.
 */
export class FileStorage {
  readonly #folder: string;
  readonly #database: Database;
  readonly #tokens: UploadTokens;
  readonly #cloudUrl: string;
  readonly #log: Logger;
  readonly #freeBytes: ((path: string) => number) | undefined;

  private constructor(options: FileStorageOptions) {
    this.#folder = options.folder;
    this.#database = options.database;
    this.#tokens = options.tokens;
    this.#cloudUrl = options.cloudUrl;
    this.#log = options.log;
    this.#freeBytes = options.freeBytes;
  }

  /** Creates the folder, and removes files that a crash left without a row. */
  static async open(options: FileStorageOptions): Promise<FileStorage> {
    const files = new FileStorage(options);
    await rm(files.#incoming, { recursive: true, force: true });
    await mkdir(files.#incoming, { recursive: true });
    await files.#sweepOrphans();
    return files;
  }

  /** Returns a URL that accepts one POST of a file within an hour. */
  createUploadUrl(): string {
    return `${this.#cloudUrl}/api/storage/upload?token=${this.#tokens.create()}`;
  }

  /**
   * Uses up a token from `createUploadUrl`. Returns false when it is invalid, expired or already
   * used.
   */
  claimUploadToken(token: string): boolean {
    return this.#tokens.claim(token);
  }

  /**
   * Stores a file. Resolves to its `_storage` id when the bytes and the row are on disk.
   *
   * @param options.sha256 expected digest of the content, in base64 or hex
   * @throws FileTooLarge, DigestMismatch, StorageWriteError "full"; nothing is kept then
   */
  async store(
    content: Bytes,
    options: { contentType: string | null; sha256?: string; maxBytes?: number },
  ): Promise<string> {
    const received = await this.receive(content, options.sha256, options.maxBytes);
    try {
      const { value } = await this.#database.write((tx) =>
        this.add(tx, received, options.contentType),
      );
      return value;
    } catch (error) {
      // After a disk failure the row may have been written; the next start finds out.
      const mayBeWritten = error instanceof StorageWriteError && error.failure === "failed";
      if (!mayBeWritten) await rm(this.#path(received.uuid), { force: true });
      throw error;
    }
  }

  /**
   * Writes the bytes under a new random name. Resolves when the bytes and the name are flushed to
   * disk.
   *
   * @throws FileTooLarge, DigestMismatch, StorageWriteError "full"; nothing is kept then
   */
  async receive(content: Bytes, sha256?: string, maxBytes = Infinity): Promise<ReceivedFile> {
    const uuid = randomUuid();
    const incoming = join(this.#incoming, uuid);
    const hash = createHash("sha256");
    let size = 0;
    const file = await open(incoming, "wx");
    try {
      for await (const chunk of content) {
        size += chunk.length;
        if (size > maxBytes) throw new FileTooLarge(`The file is larger than ${maxBytes} bytes.`);
        checkDiskSpace(this.#folder, chunk.length, this.#freeBytes);
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      const digest = hash.digest();
      if (
        sha256 !== undefined &&
        ![digest.toString("base64"), digest.toString("hex")].includes(sha256)
      ) {
        throw new DigestMismatch("The file's SHA-256 is not the one that was announced.");
      }
      await file.sync();
      await rename(incoming, this.#path(uuid));
      await this.#syncFolder();
      return { uuid, sha256: digest, size };
    } catch (error) {
      await rm(incoming, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  }

  /** Inserts the row of a received file. Returns the row's id. */
  add(tx: WriteTransaction, file: ReceivedFile, contentType: string | null): string {
    const row: FileRow = {
      storageId: file.uuid,
      sha256: file.sha256.toString("base64"),
      size: file.size,
      ...(contentType !== null && { contentType }),
    };
    return tx.insert("_storage", row);
  }

  /**
   * Removes the row. Returns a function that deletes the bytes; call it once the removal is on
   * disk.
   */
  remove(tx: WriteTransaction, id: string): () => Promise<void> {
    const row = this.#row(tx, id);
    if (!row) throw new Error(`storage id ${id} not found`);
    tx.remove(id);
    return () =>
      rm(this.#path(row.storageId), { force: true }).catch((error: unknown) => {
        // The row is deleted; the next start deletes the bytes.
        this.#log.warn("could not delete a file's bytes", { error: String(error) });
      });
  }

  urlOf(tx: ReadTransaction, id: string): string | null {
    const row = this.#row(tx, id);
    return row && `${this.#cloudUrl}/api/storage/${row.storageId}`;
  }

  /** Returns the result of `ctx.storage.getMetadata`; null when `tx` has no such file. */
  metadataOf(tx: ReadTransaction, id: string) {
    const row = this.#row(tx, id);
    if (!row) return null;
    const { size, contentType = null } = row;
    return {
      storageId: id,
      sha256: Buffer.from(row.sha256, "base64").toString("hex"),
      size,
      contentType,
    };
  }

  /** Reads the whole content; null when `tx` has no such file. @throws DamagedFileError */
  async read(
    tx: ReadTransaction,
    id: string,
  ): Promise<{ bytes: Buffer; contentType: string | null } | null> {
    const row = this.#row(tx, id);
    if (!row) return null;
    const path = this.#path(row.storageId);
    const chunks: Buffer[] = [];
    for await (const chunk of verified(createReadStream(path), path, row.sha256)) {
      chunks.push(chunk);
    }
    return { bytes: Buffer.concat(chunks), contentType: row.contentType ?? null };
  }

  /**
   * Opens the file at `/api/storage/<uuid>`. Returns null when there is none, "unsatisfiable" when
   * it has no bytes in the range of the Range header.
   */
  open(uuid: string, rangeHeader?: string): OpenedFile | "unsatisfiable" | null {
    const row = this.#rowOf(uuid);
    if (!row) return null;
    const { size, sha256, contentType = null } = row;
    const range = rangeHeader === undefined ? null : parseRange(rangeHeader, size);
    if (range === "unsatisfiable") return range;
    const path = this.#path(uuid);
    // A part cannot be verified against the hash of the whole; the daily pass does that
    // (jobs/scrub.ts).
    const stream = () =>
      range
        ? createReadStream(path, range)
        : Readable.from(verified(createReadStream(path), path, sha256), { objectMode: false });
    return { contentType, sha256, size, range, stream };
  }

  #row(tx: ReadTransaction, id: string): FileRow | null {
    const found = tx.tableOfId(id) === "_storage" ? tx.get(id) : null;
    return found && (JSON.parse(found.json) as FileRow);
  }

  #rowOf(uuid: string): FileRow | null {
    const tx = this.#database.beginRead();
    try {
      const index = "_storage.by_storageId";
      const range = tx.indexRange(index, [{ type: "Eq", fieldPath: "storageId", value: uuid }]);
      for (const { json } of tx.scan(index, range, "asc")) return JSON.parse(json) as FileRow;
      return null;
    } finally {
      tx.close();
    }
  }

  async #sweepOrphans(): Promise<void> {
    const entries = await readdir(this.#folder, { withFileTypes: true });
    const orphans = entries.filter((entry) => entry.isFile() && !this.#rowOf(entry.name));
    for (const { name } of orphans) await rm(this.#path(name));
    if (orphans.length > 0)
      this.#log.info("removed files without a row", { files: orphans.length });
  }

  /** Flushes the folder, so that a rename in it survives a power loss. */
  async #syncFolder(): Promise<void> {
    const folder = await open(this.#folder, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  #path(uuid: string): string {
    return join(this.#folder, uuid);
  }

  get #incoming(): string {
    return join(this.#folder, "incoming");
  }
}

export interface FileStorageOptions {
  readonly folder: string;
  readonly database: Database;
  readonly tokens: UploadTokens;
  /** Origin at which clients reach the API. */
  readonly cloudUrl: string;
  readonly log: Logger;
  /** Returns the free bytes of the disk that holds `path`. Default: asks the file system. */
  readonly freeBytes?: (path: string) => number;
}

/** Returns a name in UUID form with 128 random bits, where a real UUID has 122. */
function randomUuid(): string {
  const hex = randomBytes(16).toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
