import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { convertEntries } from "./convertEntries";
import { checkDataFile, checkEarlierFile, DATA_FILE } from "./dataFile";
import { hasRoom, noRoomError } from "./diskSpace";
import { LOG_FILE } from "./log";
import { replaceDataFile } from "./replaceFile";

/**
 * Data files of earlier versions, newest first. `tree.mdb` has one entry in the tree for each entry
 * of an index. `data.mdb`, of versions up to 1.6.5, also has the free list of lmdb 3, which lmdb 2
 * would misread, so lmdb 2 must never write to such a file.
 */
export const EARLIER_FILES = ["tree.mdb", "data.mdb"] as const;
const [, LMDB_3_FILE] = EARLIER_FILES;

/** Returns the name of the data file in a store's folder that an upgrade will convert, or null. */
export function earlierFileIn(path: string): string | null {
  if (existsSync(join(path, DATA_FILE))) return null;
  return EARLIER_FILES.find((name) => existsSync(join(path, name))) ?? null;
}

/**
 * Creates the data file of a store that an earlier version wrote, under a name that earlier
 * versions do not open: convertEntries.ts. If the start ends first, the earlier file is unchanged.
 *
 * @param hasLog false for a restored backup, which consists of the data file alone
 * @throws DamagedStoreError naming the earlier file; StorageWriteError "full" when the disk has no
 *   room for the new one
 */
export async function upgradeDataFile(
  path: string,
  freeBytes: (path: string) => number,
  hasLog = true,
): Promise<void> {
  const name = earlierFileIn(path);
  if (name !== null) {
    const file = join(path, name);
    if (name === LMDB_3_FILE) checkEarlierFile(file);
    else checkDataFile(file);
    const checkRoom = conversionRoom(path, freeBytes);
    checkRoom(statSync(file).size);
    await replaceDataFile(path, file, (copy) => convertEntries({ file, hasLog }, copy, checkRoom));
  }
  for (const earlier of [...EARLIER_FILES, "lock.mdb"]) {
    for (const rest of [earlier, `${earlier}-lock`]) rmSync(join(path, rest), { force: true });
  }
}

/**
 * Returns the function that throws when the disk of a store's folder, whose file is to be
 * converted, has no room for that many bytes.
 */
export function conversionRoom(
  path: string,
  freeBytes: (path: string) => number,
): (bytes: number) => void {
  const file = join(path, earlierFileIn(path)!);
  const bytes = bytesToConvert(path);
  const advice =
    "Nothing was changed: free some space and start again, or start the previous version.";
  return (needed) => {
    if (hasRoom(path, needed, freeBytes)) return;
    throw noRoomError(`Converting ${file}`, { bytes, free: freeBytes(path), advice });
  };
}

/** Disk space that a conversion takes at most: the new file, and a copy of the log. */
export function bytesToConvert(path: string): number {
  const names = [earlierFileIn(path)!, LOG_FILE].filter((name) => existsSync(join(path, name)));
  return names.reduce((sum, name) => sum + statSync(join(path, name)).size, 0);
}
