import type { Database, StorageFacts } from "./commit/database";
import { verifyFiles } from "./files/verifyFiles";
import { DamagedStoreError } from "./storage/errors";

/**
 * Result of one pass over a data folder: the JSON of `POST /api/engine/check` and `engine check`.
 */
export interface CheckReport {
  /** Number of entries in the store: documents, index entries and the store's own records. */
  readonly entries: number;
  readonly files: number;
  /** One sentence per damaged file, naming it. */
  readonly faults: readonly string[];
  /** Undefined when the store is damaged. */
  readonly dataFile?: StorageFacts;
}

/**
 * Verifies the checksum of every entry of the store and of every stored file.
 *
 * @param isSlow yields the CPU and the disk to other work: about 20,000 entries a second
 */
export async function checkData(
  database: Database,
  filesFolder: string,
  options: { isSlow: boolean; signal?: AbortSignal },
): Promise<CheckReport> {
  const faults: string[] = [];
  let entries = 0;
  try {
    entries = await database.verify(options);
  } catch (error) {
    if (!(error instanceof DamagedStoreError)) throw error;
    // The list of files comes from the damaged store, and cannot be trusted.
    return { entries, files: 0, faults: [error.message] };
  }
  const stored = await verifyFiles(database, filesFolder, options);
  faults.push(...stored.faults);
  return { entries, files: stored.files, faults, dataFile: database.storage };
}
