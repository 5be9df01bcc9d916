/** Another process has the data folder open; the message names the folder and the process. */
export class DataFolderLockedError extends Error {
  override readonly name = "DataFolderLockedError";
}

/**
 * A file of the store is damaged, cut short or not ours; the message names it. Nothing is repaired.
 */
export class DamagedStoreError extends Error {
  override readonly name = "DamagedStoreError";
}

/**
 * Why a commit could not be written. "full": the disk may accept later ones. "damaged": a read has
 * met damage, and nothing is written until a backup is restored. "failed": the disk did, and the
 * process has to end, because the commit may be on disk or not.
 */
export type WriteFailure = "full" | "damaged" | "failed";

/** A commit could not be written. None of it was; earlier commits stand. */
export class StorageWriteError extends Error {
  override readonly name = "StorageWriteError";
  readonly failure: WriteFailure;

  constructor(message: string, { failure, cause }: { failure: WriteFailure; cause?: unknown }) {
    super(message, { cause });
    this.failure = failure;
  }
}

/**
 * A schema that cannot be used, or that a stored document does not fit; names document and field.
 */
export class SchemaMismatchError extends Error {
  override readonly name = "SchemaMismatchError";
}
