import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Database } from "../commit/database";
import { EVERYTHING } from "../values/keys";

/** The bytes of a stored file are not those that its row in `_storage` names. Names the file. */
class DamagedFileError extends Error {
  override readonly name = "DamagedFileError";
}

interface StoredFile {
  readonly storageId: string;
  /** Base64. */
  readonly sha256: string;
}

/**
 * Hashes every stored file of `database` in `folder`. Returns how many there are, and a sentence
 * for each that is damaged or missing.
 *
 * @param isSlow rest between two chunks, and leave the disk to others
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
      // It may have been deleted meanwhile, with its row.
      const isKept = filesOf(database).some((file) => file.storageId === storageId);
      if (isKept) faults.push(faultOf(error as NodeJS.ErrnoException, path));
    }
  }
  return { files: stored.length, faults };
}

/**
 * Passes the chunks of the file at `path` on, the last one only when all of them have the hash.
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

/** True for an error of reading a stored file: it is damaged or missing, or the disk fails. */
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
