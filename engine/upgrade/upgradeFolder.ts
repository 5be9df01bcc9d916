import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { applySchema } from "../commit/applySchema";
import { openLog } from "../commit/openLog";
import { StoreRecords } from "../commit/storeRecords";
import type { Upgrades } from "../commit/upgrade";
import { storePath } from "../dataFolder";
import type { Logger } from "../logs";
import { sizeIn } from "../storage/compactFile";
import { copyTree } from "../storage/copyTree";
import { DATA_FILE, type DataFileSize } from "../storage/dataFile";
import { hasRoom } from "../storage/diskSpace";
import { StorageWriteError } from "../storage/errors";
import { lockFolder } from "../storage/lock";
import { replaceDataFile } from "../storage/replaceFile";
import type { SchemaJson } from "../storage/schema";
import { Store } from "../storage/store";
import { earlierFileIn } from "../storage/upgradeFile";
import { formatSize } from "../values/limits";
import { hasReplacedFile, keepState, removeLeftovers } from "./previousState";

interface Upgrade {
  readonly schema: SchemaJson;
  readonly upgrades: Upgrades;
  readonly log: Logger;
  readonly freeBytes: (path: string) => number;
}

/**
 * Gives the store of a folder that no process has open the documents, tables and indexes of
 * `schema`, and keeps its state of before: previousState.ts. All of this happens in a copy, so a
 * failure or a crash leaves the data as it was.
 *
 * Cost: two passes over the tables with a changed type, one over the data file; room for its copy.
 *
 * @throws DataFolderLockedError; SchemaMismatchError naming a document that does not fit;
 *   StorageWriteError "full"; the error of an upgrade, naming the document
 */
export async function upgradeFolder(
  dataDir: string,
  { schema, upgrades, log, freeBytes }: Upgrade,
): Promise<void> {
  const path = storePath(dataDir);
  const file = join(path, DATA_FILE);
  const lock = await lockFolder(path);
  try {
    await bringUpToDate(path);
    const size = sizeIn(path)!;
    log.warn("the documents of an earlier version are upgraded, in a copy of the data file", {
      file,
      size: formatSize(size.bytes),
    });
    checkRoom(path, size, freeBytes);
    await keepState(dataDir);
    await replaceDataFile(path, file, async (copy) => {
      await copyTree(file, copy);
      const store = new Store(dirname(copy), freeBytes);
      try {
        await applySchema(schema, upgrades, store, StoreRecords.load(store));
      } finally {
        await store.close();
      }
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isChanged = hasReplacedFile(dataDir); // by a new file format, before the documents
    const outcome = isChanged ? '"engine rollback" puts the data back' : "the data is unchanged";
    log.error(`the upgrade failed: ${outcome}`, { reason });
    await removeLeftovers(dataDir);
    throw error;
  } finally {
    await lock.release();
  }
}

/** Writes to the store what only its log has, because the copy lacks the log. */
async function bringUpToDate(path: string): Promise<void> {
  const store = await Store.open(path);
  const log = await openLog(store);
  await store.close();
  log.close();
}

function checkRoom(
  path: string,
  { bytes }: DataFileSize,
  freeBytes: (path: string) => number,
): void {
  if (hasRoom(path, bytes, freeBytes)) return;
  const [needed, free] = [bytes, freeBytes(path)].map(formatSize);
  throw new StorageWriteError(
    `The upgrade needs room for a copy of ${needed}, and ${free} of the disk of ${path} are free. Nothing was changed: free some and start again, or start the previous version.`,
    { failure: "full" },
  );
}

/**
 * Keeps the state of a folder whose data file has the format of an earlier version, which the start
 * is about to convert. First removes what an upgrade left that was cut off.
 *
 * @throws DataFolderLockedError
 */
export async function keepEarlierFile(dataDir: string): Promise<void> {
  const path = storePath(dataDir);
  if (!existsSync(path)) return; // a new folder
  const lock = await lockFolder(path);
  try {
    await removeLeftovers(dataDir);
    if (earlierFileIn(path) !== null) await keepState(dataDir);
  } finally {
    await lock.release();
  }
}
