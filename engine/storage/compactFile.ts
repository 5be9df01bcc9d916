import { existsSync } from "node:fs";
import { join } from "node:path";
import { copyEntries } from "./copyTree";
import { checkDataFile, DATA_FILE, sizeOf, type DataFileSize } from "./dataFile";
import { hasRoom, noRoomError } from "./diskSpace";
import { removeDrafts, replaceDataFile } from "./replaceFile";

/** A start compacts a data file whose length exceeds its used bytes by this factor... */
const MAX_GROWTH = 1.5;
/** ...if compacting frees more than this. */
const MIN_GAIN_BYTES = 128 * 2 ** 20;

/**
 * True when a file has grown enough to be worth compacting, because a long reader kept freed pages
 * from reuse.
 */
export function isGrown({ bytes, usedBytes }: DataFileSize): boolean {
  return bytes > MAX_GROWTH * usedBytes && bytes - usedBytes > MIN_GAIN_BYTES;
}

/** Returns the size of the data file in folder `path`; null when there is none. */
export function sizeIn(path: string): DataFileSize | null {
  const file = join(path, DATA_FILE);
  return existsSync(file) ? sizeOf(file) : null;
}

/**
 * Replaces the data file in folder `path`, which no process has open, with a copy of its entries.
 * replaceFile.ts explains how the replacement survives a crash.
 *
 * Cost: copying all entries and reading the copy back, one or two minutes per GB.
 *
 * @throws StorageWriteError "full" when the disk has no room for the copy; DamagedStoreError
 */
export async function compactDataFile(
  path: string,
  freeBytes: (path: string) => number,
): Promise<void> {
  const file = join(path, DATA_FILE);
  checkDataFile(file);
  removeDrafts(path); // the draft of an earlier, killed attempt would take up the space
  const { usedBytes } = sizeOf(file);
  const checkRoom = (bytes: number) => {
    if (hasRoom(path, bytes, freeBytes)) return;
    const free = freeBytes(path);
    throw noRoomError(`Compacting ${file}`, {
      bytes: usedBytes,
      free,
      advice: "Nothing was changed.",
    });
  };
  checkRoom(usedBytes);
  await replaceDataFile(path, file, (copy) => copyEntries(file, copy, checkRoom));
}
