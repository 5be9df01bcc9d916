import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { applySchema } from "../commit/applySchema";
import { openLog } from "../commit/openLog";
import { StoreRecords } from "../commit/storeRecords";
import type { Upgrades } from "../commit/upgrade";
import { announceUpgrade, storePath } from "../dataFolder";
import type { Logger } from "../logs";
import { sizeIn } from "../storage/compactFile";
import { DATA_FILE } from "../storage/dataFile";
import { checkDiskSpace, noRoomError } from "../storage/diskSpace";
import { StorageWriteError } from "../storage/errors";
import { lockFolder } from "../storage/lock";
import { LOG_FILE } from "../storage/log";
import { copyClosedFile, replaceDataFile } from "../storage/replaceFile";
import type { SchemaJson } from "../storage/schema";
import { Store } from "../storage/store";
import { bytesToConvert, conversionRoom, earlierFileIn } from "../storage/upgradeFile";
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
  const checkRoom = (bytes: number) => checkDiskSpace(path, bytes, freeBytes);
  try {
    await bringUpToDate(path, freeBytes);
    const { bytes } = sizeIn(path)!;
    log.warn("the documents of an earlier version are upgraded, in a copy of the data file", {
      file,
      size: formatSize(bytes),
    });
    checkRoom(bytes);
    await keepState(dataDir, checkRoom);
    await replaceDataFile(path, file, async (copy) => {
      await copyClosedFile(file, copy, checkRoom);
      const store = new Store(dirname(copy), freeBytes);
      try {
        await applySchema(schema, upgrades, store, StoreRecords.load(store));
      } finally {
        await store.close();
      }
    });
  } catch (error) {
    const failure = isDiskFull(error) ? noRoom(dataDir, file, freeBytes(path)) : error;
    const reason = failure instanceof Error ? failure.message : String(failure);
    const isChanged = hasReplacedFile(dataDir); // by a new file format, before the documents
    const outcome = isChanged ? '"engine rollback" puts the data back' : "the data is unchanged";
    log.error(`the upgrade failed: ${outcome}`, { reason });
    await removeLeftovers(dataDir);
    throw failure;
  } finally {
    await lock.release();
  }
}

/** Writes to the store what only its log has, because the copy lacks the log. */
async function bringUpToDate(path: string, freeBytes: (path: string) => number): Promise<void> {
  const store = await Store.open(path, freeBytes);
  const log = await openLog(store);
  await store.close();
  log.close();
}

const isDiskFull = (error: unknown) =>
  error instanceof StorageWriteError && error.failure === "full";

/** The copy of the data file grows by the documents and index entries that the upgrade changes. */
function noRoom(dataDir: string, file: string, free: number): StorageWriteError {
  const log = join(storePath(dataDir), LOG_FILE);
  const sizes = [file, file, log].filter(existsSync).map((path) => statSync(path).size);
  const back = hasReplacedFile(dataDir) ? 'run "engine rollback" and ' : "";
  return noRoomError(`The upgrade of the documents in ${file}`, {
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    free,
    advice: `No document was changed: free some space and start again, or ${back}start the previous version.`,
  });
}

/**
 * Converts the store of a folder whose data file has the format of an earlier version, and keeps
 * its state of before. First removes what an upgrade left that was cut off.
 *
 * @throws DataFolderLockedError; DamagedStoreError; StorageWriteError "full"
 */
export async function convertFolder(
  dataDir: string,
  log: Logger,
  freeBytes: (path: string) => number,
): Promise<void> {
  const path = storePath(dataDir);
  if (!existsSync(path)) return; // a new folder
  const lock = await lockFolder(path);
  try {
    await removeLeftovers(dataDir);
    if (earlierFileIn(path) === null) return;
    await announceUpgrade(dataDir, log);
    const checkRoom = conversionRoom(path, freeBytes);
    checkRoom(bytesToConvert(path));
    await keepState(dataDir, checkRoom);
    await (await Store.open(path, freeBytes)).close();
  } catch (error) {
    await removeLeftovers(dataDir);
    throw error;
  } finally {
    await lock.release();
  }
}
