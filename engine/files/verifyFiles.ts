import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Database } from "../commit/database";
import { EVERYTHING } from "../values/keys";

/** The bytes of a stored file do not match its row in `_storage`; the message names the file. */
class DamagedFileError extends Error {
  override readonly name = "DamagedFileError";
}

interface StoredFile {
  readonly storageId: string;
  /** Base64. */
  readonly sha256: string;
}

/**
 * Hashes every stored file of `database` in `folder`. Returns the number of files, and a sentence
 * for each that is damaged or missing.
 *
 * @param isSlow pauses between chunks, to leave the disk to other work
 * @throws the signal's reason, soon after it was aborted
 */
export async function verifyFiles(
  database: Database,
  folder: string,
  { isSlow, signal }: { isSlow: boolean; signal?: AbortSignal },
): Promise<{ files: number; faults: string[] }> {
  const faults: string[] = [];
  const stored = filesOf(database);
  for (const { storageId, sha256 } of stored) {
    const path = join(folder, storageId);
    try {
      const chunks = createReadStream(path) as AsyncIterable<Buffer>;
      for await (const { length } of verified(chunks, path, sha256)) {
        signal?.throwIfAborted();
        if (isSlow && length > 0) await setTimeout(1);
      }
    } catch (error) {
      signal?.throwIfAborted();
      // The file may have been deleted meanwhile, together with its row.
      const isKept = filesOf(database).some((file) => file.storageId === storageId);
      if (isKept) faults.push(faultOf(error as NodeJS.ErrnoException, path));
    }
  }
  return { files: stored.length, faults };
}

/**
 * Yields the chunks of the file at `path`, but the last one only if the whole file has the hash.
 *
 * @throws DamagedFileError
 */
export async function* verified(
  chunks: AsyncIterable<Buffer>,
  path: string,
  sha256: string,
): AsyncIterable<Buffer> {
  const hash = createHash("sha256");
  let held: Buffer | null = null;
  for await (const chunk of chunks) {
    hash.update(chunk);
    if (held) yield held;
    held = chunk;
  }
  if (hash.digest("base64") !== sha256) {
    throw new DamagedFileError(`${path} is damaged: its bytes are not those that were stored.`);
  }
  if (held) yield held;
}

/** True for an error while reading a stored file: it is damaged or missing, or the disk failed. */
export function isFileFault(error: unknown): boolean {
  if (error instanceof DamagedFileError) return true;
  const { code } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return code !== undefined && ["ENOENT", "EACCES", "EIO"].includes(code);
}

function faultOf(error: NodeJS.ErrnoException, path: string): string {
  return error.code === "ENOENT" ? `${path} is missing.` : error.message;
}

function filesOf(database: Database): StoredFile[] {
  const tx = database.beginRead();
  try {
    const rows = tx.scan("_storage.by_creation_time", EVERYTHING, "asc");
    return [...rows].map(({ json }) => JSON.parse(json) as StoredFile);
  } finally {
    tx.close();
  }
}
