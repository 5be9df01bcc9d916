/** Another process has the data folder open. */
export class DataFolderLockedError extends Error {
  override readonly name = "DataFolderLockedError";
}

/** The store's file is damaged or not ours; the message names it. */
export class DamagedStoreError extends Error {
  override readonly name = "DamagedStoreError";
}

/** A stored document does not fit the schema being applied; the message names document and field. */
export class SchemaMismatchError extends Error {
  override readonly name = "SchemaMismatchError";
}
