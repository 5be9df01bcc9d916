import { join } from "node:path";
import { storePath } from "./dataFolder";
import type { Logger } from "./logs";
import { compactDataFile, isGrown, sizeIn } from "./storage/compactFile";
import { DATA_FILE, type DataFileSize } from "./storage/dataFile";
import { freeBytesOf } from "./storage/diskSpace";
import { DataFolderLockedError } from "./storage/errors";
import { lockFolder } from "./storage/lock";
import { formatSize } from "./values/limits";

/**
 * Compacts the data file of a folder that no server has open: compactFile.ts.
 *
 * @throws DataFolderLockedError, DamagedStoreError, StorageWriteError "full"; Error when there is
 *   no data file
 */
export async function compactFolder(
  dataDir: string,
  freeBytes = freeBytesOf,
): Promise<{ before: DataFileSize; after: DataFileSize }> {
  const path = storePath(dataDir);
  const before = sizeIn(path);
  if (before === null) throw new Error(`${dataDir} is no data folder: it has no store.`);
  const lock = await lockFolder(path);
  try {
    await compactDataFile(path, freeBytes);
  } finally {
    await lock.release();
  }
  return { before, after: sizeIn(path)! };
}

/**
 * Compacts the data file at a start if it has grown too much. A failure to compact is logged and
 * does not prevent the start.
 *
 * @throws DataFolderLockedError
 */
export async function compactIfGrown(
  dataDir: string,
  log: Logger,
  freeBytes = freeBytesOf,
): Promise<void> {
  const size = sizeIn(storePath(dataDir));
  if (size === null || !isGrown(size)) return;
  const file = join(storePath(dataDir), DATA_FILE);
  const before = formatSize(size.bytes);
  log.warn(
    "the data file has grown and is compacted first, which takes a minute or two for each GB in use",
    {
      file,
      size: before,
      inUse: formatSize(size.usedBytes),
    },
  );
  try {
    const { after } = await compactFolder(dataDir, freeBytes);
    log.warn("the data file is compact", { file, before, size: formatSize(after.bytes) });
  } catch (error) {
    if (error instanceof DataFolderLockedError) throw error;
    log.warn("the data file was not compacted", { file, reason: (error as Error).message });
  }
}
