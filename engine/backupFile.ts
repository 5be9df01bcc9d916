/**
 * A backup is one file:
 *
 *   convex-engine-backup 1\n
 *   store <bytes> <SHA-256, hex>\n   then the bytes that Database.backup wrote
 *   <name> <bytes> <SHA-256, hex>\n  then the bytes; one such section per stored file
 *   end <sections>\n
 *
 * It contains the deployment's environment variables: keep it as secret as they are. It does not
 * contain the admin key: a restored folder gets a new one. This file imports nothing from the
 * engine, so that the app's command line can fetch and verify backups without loading a database.
 */

import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open, rm, stat, type FileHandle } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

export const FIRST_LINE = "convex-engine-backup 1";
export const STORE = "store";
const MAX_LINE_BYTES = 1024;

/** The file is not a complete backup; the message names the file and the reason. */
export class DamagedBackup extends Error {
  override readonly name = "DamagedBackup";
}

/** Receives one section. Must read all of `content`, which throws DamagedBackup at a fault. */
type TakeSection = (name: string, content: AsyncIterable<Buffer>) => Promise<void>;

/**
 * Reads a backup section by section, and checks the length and SHA-256 of each.
 *
 * @returns the number of stored files
 * @throws DamagedBackup, possibly after some sections were passed to `take`
 */
export async function readBackup(file: string, take: TakeSection): Promise<number> {
  const handle = await open(file, "r");
  try {
    const reader = new SectionReader(handle, file);
    if ((await reader.line()) !== FIRST_LINE) reader.fail("it does not begin as a backup does");
    for (let sections = 0; ; sections += 1) {
      const [name = "", size = "", sha256 = ""] = (await reader.line()).split(" ");
      if (name === "end") {
        if (Number(size) !== sections || sections === 0) reader.fail("sections are missing");
        return sections - 1;
      }
      const isNamed = sections === 0 ? name === STORE : /^[\w-]+$/.test(name);
      if (!isNamed || !/^\d+$/.test(size)) reader.fail("a section has a broken head");
      await take(name, reader.section(Number(size), sha256));
    }
  } finally {
    await handle.close();
  }
}

/** Reads a whole backup in bounded memory. @returns the number of stored files */
async function verifyBackup(file: string): Promise<number> {
  return await readBackup(file, async (_name, content) => {
    for await (const chunk of content) void chunk;
  });
}

/** Path at which a deployment answers a POST with the admin key by sending a backup. */
export const BACKUP_PATH = "/api/engine/backup";

/** Returns the message of a refusal `{code, message}`; the whole body if it has another form. */
export function refusalIn(body: string): string {
  try {
    return (JSON.parse(body) as { message?: string }).message ?? body;
  } catch {
    return body;
  }
}

/**
 * Writes the backup that a deployment sends to the new file `path`, flushes it to disk and verifies
 * it. A failure leaves no file.
 *
 * @returns the size in bytes and the number of stored files
 * @throws DamagedBackup
 */
export async function saveBackup(
  { body }: Response,
  path: string,
  onBytes: (count: number) => void = () => {},
): Promise<{ bytes: number; files: number }> {
  try {
    await pipeline(
      Readable.fromWeb(body as ReadableStream),
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          onBytes(chunk.length);
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600, flush: true }),
    );
    const files = await verifyBackup(path);
    return { bytes: (await stat(path)).size, files };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

class SectionReader {
  #position = 0;

  constructor(
    readonly handle: FileHandle,
    readonly path: string,
  ) {}

  fail(reason: string): never {
    throw new DamagedBackup(`${this.path} is not a whole backup: ${reason}.`);
  }

  async line(): Promise<string> {
    const { buffer, bytesRead } = await this.handle.read(
      Buffer.alloc(MAX_LINE_BYTES),
      0,
      MAX_LINE_BYTES,
      this.#position,
    );
    const end = buffer.subarray(0, bytesRead).indexOf("\n");
    if (end < 0) this.fail("it ends too early");
    this.#position += end + 1;
    return buffer.toString("utf8", 0, end);
  }

  /**
   * Yields the next `size` bytes. @throws DamagedBackup after the last one unless they match the
   * hash
   */
  async *section(size: number, sha256: string): AsyncIterable<Buffer> {
    const hash = createHash("sha256");
    let read = 0;
    if (size > 0) {
      const end = this.#position + size - 1;
      const content = this.handle.createReadStream({
        start: this.#position,
        end,
        autoClose: false,
      });
      for await (const chunk of content as AsyncIterable<Buffer>) {
        hash.update(chunk);
        read += chunk.length;
        yield chunk;
      }
    }
    this.#position += size;
    if (read !== size) this.fail("it ends too early");
    if (hash.digest("hex") !== sha256) this.fail("its content has changed since it was written");
  }
}
