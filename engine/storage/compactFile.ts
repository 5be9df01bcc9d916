import { existsSync } from "node:fs";
import { join } from "node:path";
import { formatSize } from "../values/limits";
import { copyTree } from "./copyTree";
import { checkDataFile, DATA_FILE, sizeOf, type DataFileSize } from "./dataFile";
import { hasRoom } from "./diskSpace";
import { StorageWriteError } from "./errors";
import { removeDrafts, replaceDataFile } from "./replaceFile";

/** A start compacts a file that is this many times as long as what it holds, */
const MAX_GROWTH = 1.5;
/** unless this much or less would be won. */
const MIN_GAIN_BYTES = 128 * 2 ** 20;

/** True for a file that has grown, while a reader kept freed pages from reuse, and may shrink. */
export function isGrown({ bytes, usedBytes }: DataFileSize): boolean {
  return bytes > MAX_GROWTH * usedBytes && bytes - usedBytes > MIN_GAIN_BYTES;
}

/** The size of the data file in folder `path`; null when there is none. */
export function sizeIn(path: string): DataFileSize | null {
  const file = join(path, DATA_FILE);
  return existsSync(file) ? sizeOf(file) : null;
}

/**
 * Replaces the data file in folder `path`, which no process has open, by a copy of the pages that
 * are in use: replaceFile.ts says how it survives a crash.
 *
 * Cost: one copy of what the file holds, and reading it back: some 15 to 40 s for each GB.
 * @throws StorageWriteError "full" when the disk has no room for the copy; DamagedStoreError
 */
export async function compactDataFile(
  path: string,
  freeBytes: (path: string) => number,
): Promise<void> {
  const file = join(path, DATA_FILE);
  checkDataFile(file);
  removeDrafts(path); // or an earlier attempt that was killed takes the room for this one
  const { usedBytes } = sizeOf(file);
  if (!hasRoom(path, usedBytes, freeBytes)) {
    const [needed, free] = [usedBytes, freeBytes(path)].map(formatSize);
    throw new StorageWriteError(
      `Compacting ${file} needs room for a copy of ${needed}, and ${free} of the disk are free. Nothing was changed.`,
      { failure: "full" },
    );
  }
  await replaceDataFile(path, file, (copy) => copyTree(file, copy, { isCompact: true }));
}
