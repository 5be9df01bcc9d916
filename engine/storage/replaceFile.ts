import {
  chmodSync,
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { DATA_FILE, LOCK_FILE, syncFolder } from "./dataFile";
import { DamagedStoreError } from "./errors";
import { verifyTree } from "./verify";

/**
 * Name prefix of the folder in which the new file is made. A random suffix follows, because the
 * child process of a killed attempt may still be copying for a moment.
 */
const DRAFT = "new-file-";

/**
 * Replaces the data file of the store in folder `path`, which no process has open, with the file
 * that `copy` makes of `source`. The new file is checked and flushed before it takes the old one's
 * name, so a crash at any moment leaves either the old file or the new one, complete.
 *
 * @param copy makes the file
 * @throws DamagedStoreError naming `source`
 */
export async function replaceDataFile(
  path: string,
  source: string,
  copy: (file: string) => Promise<void>,
): Promise<void> {
  const draft = mkdtempSync(join(path, DRAFT));
  const file = join(draft, DATA_FILE);
  try {
    await copy(file);
    await verifyTree(draft).catch((error: Error) => rethrowAs(error, file, source));
    chmodSync(file, statSync(source).mode);
    syncFile(file);
    // The lock file records the old file's newest transaction, which would make LMDB misread the
    // new one.
    rmSync(join(path, LOCK_FILE), { force: true });
    renameSync(file, join(path, DATA_FILE));
    syncFolder(path);
  } finally {
    rmSync(draft, { recursive: true });
  }
}

/** Removes the drafts left by replacements whose process was killed. */
export function removeDrafts(path: string): void {
  const drafts = readdirSync(path).filter((name) => name.startsWith(DRAFT));
  for (const name of drafts) rmSync(join(path, name), { recursive: true, force: true });
}

/** Rethrows `error`, which names the file `copy`, as an error about `source`. */
export function rethrowAs(error: Error, copy: string, source: string): never {
  const isDamage = error instanceof DamagedStoreError;
  throw isDamage ? new DamagedStoreError(error.message.replace(copy, source)) : error;
}

const PIECE_BYTES = 4 * 2 ** 20;

/**
 * Copies `file`, which no process writes to, to the new file `copy`. The copy is not flushed to
 * disk.
 *
 * @param checkRoom throws when the disk has no room for that many bytes; called before each piece,
 *   so that the copy leaves the space that other writers need
 */
export async function copyClosedFile(
  file: string,
  copy: string,
  checkRoom: (bytes: number) => void,
): Promise<void> {
  const whileThereIsRoom = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      checkRoom(piece.length);
      yield piece;
    }
  };
  const { mode } = statSync(file);
  await pipeline(
    createReadStream(file, { highWaterMark: PIECE_BYTES }),
    whileThereIsRoom,
    createWriteStream(copy, { flags: "wx", mode }),
  );
}

/** Flushes a file to disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
