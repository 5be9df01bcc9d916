import { setInterval } from "node:timers";
import { statfsSync } from "node:fs";
import { formatSize } from "../values/limits";
import { StorageWriteError } from "./errors";

/** A write is refused unless this much disk space remains free. */
const RESERVE_BYTES = 64 * 2 ** 20;
/** Disk space that a backup leaves free for writes, which are more urgent. */
const BACKUP_RESERVE_BYTES = 256 * 2 ** 20;
const WATCH_PERIOD_MS = 200;

/** Bytes that this process may still write to the disk of folder `path`. */
export function freeBytesOf(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/** True when the disk of folder `path` has room for `bytes` more plus the reserve. */
export function hasRoom(path: string, bytes: number, freeBytes = freeBytesOf): boolean {
  return freeBytes(path) >= bytes + RESERVE_BYTES;
}

/**
 * Refuses a write before lmdb meets a full disk: a write that fails there overruns the buffer of
 * its own error message (liblmdb/mdb.c, `malloc(100)`).
 *
 * @param bytes upper bound of the disk space that the writes to folder `path` will take
 * @throws StorageWriteError "full"
 */
export function checkDiskSpace(path: string, bytes: number, freeBytes = freeBytesOf): void {
  if (hasRoom(path, bytes, freeBytes)) return;
  const [free, reserve] = [freeBytes(path), RESERVE_BYTES].map(formatSize);
  const message = `The disk of ${path} is full: ${free} are free, and ${reserve} must stay free. Nothing was changed.`;
  throw new StorageWriteError(message, { failure: "full" });
}

/**
 * Returns the error of work on a copy of a data file that found the disk full.
 *
 * @param work for example "Compacting /data/store/documents.mdb"
 * @param bytes of disk space that the work takes at most
 * @param free bytes that were free
 * @param advice further sentences
 */
export function noRoomError(
  work: string,
  { bytes, free, advice }: { bytes: number; free: number; advice: string },
): StorageWriteError {
  const [needed, left] = [bytes + RESERVE_BYTES, free].map(formatSize);
  return new StorageWriteError(
    `${work} needs up to ${needed} of free disk space, and ${left} were left. ${advice}`,
    { failure: "full" },
  );
}

/**
 * Runs a backup of the store in folder `path`, and aborts its signal when the disk runs low: the
 * backup writes copies, and while it reads, the store's file grows by everything written, because
 * freed pages cannot be reused.
 *
 * @param bytes that the backup itself will write
 * @throws StorageWriteError "full"
 */
export async function whileDiskHasRoom<T>(
  { path, bytes, freeBytes }: { path: string; bytes: number; freeBytes: (path: string) => number },
  backup: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const free = freeBytes(path);
  if (free < bytes + BACKUP_RESERVE_BYTES) {
    const message = `A backup needs ${formatSize(bytes + BACKUP_RESERVE_BYTES)} on the disk of ${path}, and ${formatSize(free)} are free. Nothing was changed.`;
    throw new StorageWriteError(message, { failure: "full" });
  }
  const stop = new AbortController();
  const timer = setInterval(() => {
    const left = freeBytes(path);
    if (left >= BACKUP_RESERVE_BYTES) return;
    const message = `The backup was stopped, because ${formatSize(left)} of the disk of ${path} are left, which the server needs itself. Free some, and back up again.`;
    stop.abort(new StorageWriteError(message, { failure: "full" }));
  }, WATCH_PERIOD_MS);
  try {
    return await backup(stop.signal);
  } finally {
    clearInterval(timer);
  }
}
