import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { copyEntries } from "./copyTree";
import { checkEarlierFile, DATA_FILE } from "./dataFile";
import { checkDiskSpace } from "./diskSpace";
import { replaceDataFile } from "./replaceFile";

/**
 * Data file of versions up to 1.6.5, written by lmdb 3. lmdb 3 stores the free list in its own
 * format, which could become corrupt (README.md, Formats) and which lmdb 2, used since, would
 * misread: lmdb 2 must never write to such a file. Both read entries alike.
 */
export const EARLIER_FILE = "data.mdb";
const EARLIER_FILES = [EARLIER_FILE, `${EARLIER_FILE}-lock`, "lock.mdb"];

/**
 * Creates the data file of a store that an earlier version wrote: a copy of all entries, under a
 * name that earlier versions do not open. If the start ends first, the earlier file is unchanged.
 *
 * Cost: as `copyEntries`.
 *
 * @throws DamagedStoreError naming the earlier file; StorageWriteError "full" when the disk has no
 *   room for a second copy
 */
export async function upgradeDataFile(path: string, freeBytes: (path: string) => number) {
  const earlier = join(path, EARLIER_FILE);
  if (!existsSync(earlier)) return;
  const file = join(path, DATA_FILE);
  if (!existsSync(file)) {
    checkEarlierFile(earlier);
    checkDiskSpace(path, statSync(earlier).size, freeBytes);
    await replaceDataFile(path, earlier, (copy) => copyEntries(earlier, copy));
  }
  for (const name of EARLIER_FILES) rmSync(join(path, name), { force: true });
}
