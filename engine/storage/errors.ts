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

/** A commit could not be written. None of it was; earlier commits stand. */
export class StorageWriteError extends Error {
  override readonly name = "StorageWriteError";
  /** The disk is full, and may accept later. Otherwise it failed, and the process has to end. */
  readonly isRefusal: boolean;

  constructor(message: string, { isRefusal, cause }: { isRefusal: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isRefusal = isRefusal;
  }
}

/**
 * A schema that cannot be used, or that a stored document does not fit; names document and field.
 */
export class SchemaMismatchError extends Error {
  override readonly name = "SchemaMismatchError";
}
