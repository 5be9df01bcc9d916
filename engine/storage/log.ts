import { createHash } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fdatasync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { syncFolder } from "./dataFile";
import { DamagedStoreError, StorageWriteError } from "./errors";

/**
 * Commits on their way into the store, each durable once it is here: one write to one place, where the
 * store's tree takes dozens, and two syncs. The file `commits.log` is a row of records,
 *
 *     length u32 ‖ SHA-256 of what follows ‖ timestamp before u64 ‖ timestamp u64 ‖ writes
 *
 * all little endian, the writes as `encodeWrites` has them. Whenever the store has caught up, the next record is written over the first. What is left
 * of older ones behind it ends a reading: their timestamps do not continue it.
 */
const LOG_FILE = "commits.log";
const HASH_AT = 4;
const HEADER_BYTES = HASH_AT + 32;
const TIMES_BYTES = 16;
/** A log this long waits for the store. Also what a start may have to read. */
const FULL_BYTES = 32 * 2 ** 20;

const sync = promisify(fdatasync);

export class CommitLog {
  readonly #file: string;
  readonly #descriptor: number;
  #end = 0;
  /** Of the newest commit that is in the log or the store. */
  #ts: bigint;

  /** @param ts of the newest commit in the store, which must hold all of the log that is there */
  constructor(path: string, ts: bigint) {
    this.#file = join(path, LOG_FILE);
    this.#ts = ts;
    const isNew = !existsSync(this.#file);
    this.#descriptor = openSync(this.#file, constants.O_RDWR | constants.O_CREAT, 0o600);
    if (isNew) syncFolder(path);
  }

  /**
   * The encoded writes, in order, of all commits after `ts`, the store's newest. A record that a crash cut short
   * was never acknowledged, and ends them.
   *
   * @throws DamagedStoreError when commits are missing: between the store's newest and the log's oldest, or
   *   because a record with others behind it cannot be read
   */
  static after(path: string, ts: bigint): Buffer[] {
    const file = join(path, LOG_FILE);
    const writes: Buffer[] = [];
    if (!existsSync(file)) return writes;
    const bytes = readFileSync(file);
    let reached = ts;
    let at = 0;
    for (let before: bigint | null = null; ;) {
      const record = recordAt(bytes, at, before);
      if (!record) {
        const behind = recordAt(bytes, endAt(bytes, at), null);
        if (!behind || behind.before <= reached) return writes;
        throw new DamagedStoreError(
          `${file} is damaged: one of its commits cannot be read. Restore a backup into a new folder.`,
        );
      }
      if (record.ts > reached) {
        if (record.before > reached) {
          throw new DamagedStoreError(
            `${file} does not continue the data beside it: commits are missing in between. Restore a backup into a new folder.`,
          );
        }
        writes.push(record.writes);
        reached = record.ts;
      }
      before = record.ts;
      at = record.end;
    }
  }

  get isFull(): boolean {
    return this.#end >= FULL_BYTES;
  }

  /**
   * Resolves once `writes` (encodeWrites), the commits up to `ts`, are on disk. One call at a time.
   *
   * @param isStoreDone the store holds everything that was appended before
   * @throws StorageWriteError naming the file: a refusal when the disk is full and nothing of it is there
   */
  async append(ts: bigint, writes: Buffer, isStoreDone: boolean): Promise<void> {
    const at = isStoreDone ? 0 : this.#end;
    const record = recordOf(this.#ts, ts, writes);
    try {
      for (let done = 0; done < record.length;) {
        done += writeSync(this.#descriptor, record, done, record.length - done, at + done);
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw this.#failure(error, code === "ENOSPC" || code === "EDQUOT");
    }
    try {
      await sync(this.#descriptor);
    } catch (error) {
      throw this.#failure(error, false); // whole in the file: a start may find it
    }
    this.#end = at + record.length;
    this.#ts = ts;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #failure(error: unknown, isRefusal: boolean): StorageWriteError {
    const { message } = error as Error;
    return new StorageWriteError(`Cannot write to ${this.#file}: ${message}.`, isRefusal, error);
  }
}

interface LogRecord {
  readonly before: bigint;
  readonly ts: bigint;
  readonly writes: Buffer;
  readonly end: number;
}

/** The whole record at `at` that follows the commit at `previous` (null: whichever), or null. */
function recordAt(bytes: Buffer, at: number, previous: bigint | null): LogRecord | null {
  if (at + HEADER_BYTES + TIMES_BYTES > bytes.length) return null;
  const end = endAt(bytes, at);
  if (end > bytes.length || end < at + HEADER_BYTES + TIMES_BYTES) return null;
  const checked = bytes.subarray(at + HEADER_BYTES, end);
  if (!hashOf(checked).equals(bytes.subarray(at + HASH_AT, at + HEADER_BYTES))) return null;
  const [before, ts] = [checked.readBigUInt64LE(0), checked.readBigUInt64LE(8)];
  if (previous !== null && before !== previous) return null;
  return { before, ts, writes: checked.subarray(TIMES_BYTES), end };
}

/** Where the record at `at` says that it ends. */
function endAt(bytes: Buffer, at: number): number {
  if (at + HASH_AT > bytes.length) return bytes.length;
  return at + HEADER_BYTES + bytes.readUInt32LE(at);
}

function recordOf(before: bigint, ts: bigint, writes: Buffer): Buffer {
  const record = Buffer.allocUnsafe(HEADER_BYTES + TIMES_BYTES + writes.length);
  record.writeUInt32LE(TIMES_BYTES + writes.length);
  record.writeBigUInt64LE(before, HEADER_BYTES);
  record.writeBigUInt64LE(ts, HEADER_BYTES + 8);
  writes.copy(record, HEADER_BYTES + TIMES_BYTES);
  record.set(hashOf(record.subarray(HEADER_BYTES)), HASH_AT);
  return record;
}

function hashOf(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
