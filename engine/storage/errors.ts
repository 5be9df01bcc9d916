/** Another process has the data folder open; the message names the folder and the process. */
export class DataFolderLockedError extends Error {
  override readonly name = "DataFolderLockedError";
}

/**
 * A file of the store is damaged, cut short or not an engine file; the message names it. The engine
 * repairs nothing.
 */
export class DamagedStoreError extends Error {
  override readonly name = "DamagedStoreError";
}

/**
 * Why a commit could not be written. "full": the disk was full and may accept later commits.
 * "damaged": a read found damage, and all writes are refused until a backup is restored. "failed":
 * the disk failed, and the process must exit, because the commit may or may not be on disk.
 */
export type WriteFailure = "full" | "damaged" | "failed";

/** A commit could not be written. None of it was stored; earlier commits are kept. */
export class StorageWriteError extends Error {
  override readonly name = "StorageWriteError";
  readonly failure: WriteFailure;

  constructor(message: string, { failure, cause }: { failure: WriteFailure; cause?: unknown }) {
    super(message, { cause });
    this.failure = failure;
  }
}

/**
 * The schema is unusable, or a stored document does not match it; the message names the document
 * and field.
 */
export class SchemaMismatchError extends Error {
  override readonly name = "SchemaMismatchError";
}
