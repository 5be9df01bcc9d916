import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { DATA_FILE, LOCK_FILE, syncFolder } from "./dataFile";
import { DamagedStoreError } from "./errors";
import { verifyTree } from "./verify";

/**
 * Begins the name of the folder in which the new file is made. The rest is random, because a
 * copying process may outlive for a moment the one that was killed.
 */
const DRAFT = "new-file-";

/**
 * Gives the store in folder `path`, which no process has open, the data file that `copy` makes of
 * `source`. It is checked and flushed before it takes the old one's name, so a crash at any moment
 * leaves the old file or the new one, each whole.
 *
 * @param copy makes the file; answers whether its entries have checksums
 * @throws DamagedStoreError naming `source`
 */
export async function replaceDataFile(
  path: string,
  source: string,
  copy: (file: string) => Promise<{ isChecked: boolean }>,
): Promise<void> {
  const draft = mkdtempSync(join(path, DRAFT));
  const file = join(draft, DATA_FILE);
  try {
    const { isChecked } = await copy(file);
    if (isChecked) await verifyTree(draft).catch((error: Error) => throwOf(error, file, source));
    chmodSync(file, statSync(source).mode);
    syncFile(file);
    // It has the number of the old file's newest commit, by which LMDB would read the new one.
    rmSync(join(path, LOCK_FILE), { force: true });
    renameSync(file, join(path, DATA_FILE));
    syncFolder(path);
  } finally {
    rmSync(draft, { recursive: true });
  }
}

/** Removes what replacements left whose process was killed. */
export function removeDrafts(path: string): void {
  const drafts = readdirSync(path).filter((name) => name.startsWith(DRAFT));
  for (const name of drafts) rmSync(join(path, name), { recursive: true, force: true });
}

/** Throws `error`, met in `copy`, as one of `source`. */
export function throwOf(error: Error, copy: string, source: string): never {
  const isDamage = error instanceof DamagedStoreError;
  throw isDamage ? new DamagedStoreError(error.message.replace(copy, source)) : error;
}

function syncFile(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
