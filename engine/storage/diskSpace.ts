import { statfsSync } from "node:fs";
import { formatSize } from "../values/limits";
import { StorageWriteError } from "./errors";

/** A write is refused unless this much stays free. */
const RESERVE_BYTES = 64 * 2 ** 20;

/** Bytes that this process may still write to the disk of the folder `path`. */
export function freeBytesOf(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

/**
 * lmdb must not meet a full disk: a write that fails there overruns its own error text's memory
 * (liblmdb/mdb.c, `malloc(100)`).
 *
 * @param bytes upper bound of the disk space that writes to folder `path`, not yet made, will take
 * @throws StorageWriteError "full"
 */
export function checkDiskSpace(path: string, bytes: number, freeBytes = freeBytesOf): void {
  const free = freeBytes(path);
  if (free >= bytes + RESERVE_BYTES) return;
  const message = `The disk of ${path} is full (${formatSize(free)} free). Nothing was changed.`;
  throw new StorageWriteError(message, { failure: "full" });
}
