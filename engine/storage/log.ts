/**
 * The commit log makes a commit durable with one sequential write and one sync, where the tree
 * needs dozens of writes and two syncs. `commits.log` is a sequence of sectors of 512 bytes; all
 * numbers are little endian. Sector 0 is the header:
 *
 *      0  checksum u32  CRC-32 of the bytes after it
 *      4  "engine commit log 2\n"
 *     24  id u32        random; also stored in the tree, so that another store's log is recognized
 *     28  sectors u32   length of the log, including this sector
 *
 * Every other sector is one part of a record (the writes of the commits that were synced together):
 *
 *      0  checksum u32  CRC-32 of the bytes after it, seeded with id + sector number
 *      4  writes u32    CRC-32 of all writes of the record
 *      8  length u32    of the writes, bytes
 *     12  part u32      0 for the first sector of the record
 *     16  before u64    timestamp of the commit that the record follows
 *     24  ts u64        timestamp of the newest commit in the record
 *     32  the next 480 bytes of the writes (`encodeWrites`), padded with zeros
 *
 * A sector that has never been part of a record holds zeros after its checksum.
 *
 * Example: commits 7 and 8, with 600 bytes of writes, follow commit 6. Commit 9 has 100 bytes.
 *
 *     sector 1  length 600  part 0  before 6  ts 8     sector 3  length 100  part 0  before 8  ts 9
 *     sector 2  length 600  part 1  before 6  ts 8     sector 4  zeros: the next record begins here
 *
 * Once the tree holds every appended commit, the next record starts at sector 1 again. A reader
 * stops at the first sector that does not continue the commit before it, so leftovers of older
 * records are never read. A log created for a tree that already has commits begins with a record
 * without writes, which names the newest of them.
 *
 * Invariant: at every moment, every sector within the header's length has a valid checksum. New
 * sectors are written and synced before the header counts them, and disks write a sector
 * atomically. A power cut during an append therefore leaves a mix of new and old sectors, all
 * valid: the record is incomplete, its commits were never acknowledged, and it is dropped. Damage
 * (a flipped bit, zeros, a cut, a removed file) leaves an invalid or missing sector: an
 * acknowledged commit may be lost, so the start is refused.
 *
 * Invariant: some sector names the tree's newest commit or a later one. A commit reaches the tree
 * through the log, and an append cut short by a power loss names a later one. If all sectors name
 * older commits, the log is a copy from an earlier moment. (A log without any record proves
 * nothing: versions up to 1.6.5 created empty logs.)
 */

import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fdatasync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { crc32 } from "node:zlib";
import { DATA_FILE, syncFolder } from "./dataFile";
import { DamagedStoreError, StorageWriteError, type WriteFailure } from "./errors";

export const LOG_FILE = "commits.log";
const MAGIC = Buffer.from("engine commit log 2\n");
const ID_AT = 24;
const SECTORS_AT = 28;

const SECTOR_BYTES = 512;
const WRITES_CRC_AT = 4;
const LENGTH_AT = 8;
const PART_AT = 12;
const BEFORE_AT = 16;
const TS_AT = 24;
const WRITES_AT = 32;
const WRITES_BYTES = SECTOR_BYTES - WRITES_AT;

/** A new log has 64 KiB; it doubles when a record does not fit, and never shrinks. */
const NEW_SECTORS = 128;
/**
 * When the log reaches this length, the next append waits for the tree to catch up. Also bounds
 * what a start has to read.
 */
const FULL_BYTES = 32 * 2 ** 20;

const NO_WRITES = Buffer.alloc(0);

const sync = promisify(fdatasync);

export class CommitLog {
  readonly #file: string;
  readonly #descriptor: number;
  readonly #id: number;
  /** Number of sectors initialized on disk, including the header. */
  #sectors: number;
  /** Sector after the newest record. */
  #end = 1;
  /** Timestamp of the newest commit in the log or the tree. */
  #ts: bigint;

  private constructor(path: string, id: number, sectors: number, ts: bigint) {
    this.#file = join(path, LOG_FILE);
    this.#id = id;
    this.#sectors = sectors;
    this.#ts = ts;
    this.#descriptor = openSync(this.#file, constants.O_RDWR);
  }

  /**
   * Creates a log, replacing any existing one, for a tree whose newest commit is `ts`. Returns the
   * log's id, which the caller stores in the tree.
   */
  static create(path: string, ts: bigint): number {
    const draft = join(path, `${LOG_FILE}.new`);
    const id = randomBytes(4).readUInt32LE();
    const descriptor = openSync(draft, "w", 0o600);
    try {
      const first = recordOf(id, 1, { before: ts, ts, writes: NO_WRITES });
      const rest = blank(id, 2, NEW_SECTORS);
      writeAll(descriptor, Buffer.concat([header(id, NEW_SECTORS), first, rest]), 0);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(draft, join(path, LOG_FILE));
    syncFolder(path);
    return id;
  }

  /**
   * Returns the id in the header of the log in `path`; null when there is no log in this format.
   */
  static idOf(path: string): number | null {
    const bytes = readIfThere(join(path, LOG_FILE));
    return bytes && isHeader(bytes) ? bytes.readUInt32LE(ID_AT) : null;
  }

  /**
   * Opens log `id` for a tree whose newest commit is `ts`. `missing` are the encoded writes of all
   * later commits, in order: the tree must hold them before the first append.
   *
   * @throws DamagedStoreError naming the file, when acknowledged commits may be missing from it
   */
  static open(path: string, id: number, ts: bigint): { log: CommitLog; missing: Buffer[] } {
    const bytes = readLog(path, id);
    const newest = newestIn(bytes);
    if (newest > 0n && newest < ts) {
      const [log, tree] = [newest, ts].map(dateOf);
      throw mismatchError(
        path,
        `the newest commit of the first is of ${log}, of the second ${tree}`,
      );
    }
    const missing: Buffer[] = [];
    let reached = ts;
    let record = recordAt(bytes, 1, null);
    while (record) {
      if (record.ts > reached) {
        if (record.before > reached) throw logGapError(path);
        missing.push(record.writes);
        reached = record.ts;
      }
      record = recordAt(bytes, record.end, record.ts);
    }
    return { log: new CommitLog(path, id, bytes.length / SECTOR_BYTES, reached), missing };
  }

  get isFull(): boolean {
    return this.#end * SECTOR_BYTES >= FULL_BYTES;
  }

  /**
   * Resolves once `writes` (from `encodeWrites`), the commits up to `ts`, are on disk. Call it
   * again only after it resolves.
   *
   * @param isTreeDone true when the tree holds everything appended before
   * @throws StorageWriteError naming the file: "full" or "failed"
   */
  async append(ts: bigint, writes: Buffer, isTreeDone: boolean): Promise<void> {
    const first = isTreeDone ? 1 : this.#end;
    const record = recordOf(this.#id, first, { before: this.#ts, ts, writes });
    const end = first + record.length / SECTOR_BYTES;
    if (end > this.#sectors) await this.#grow(end);
    this.#write(record, first);
    await this.#sync();
    this.#end = end;
    this.#ts = ts;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /**
   * Extends the log to at least `end` sectors. The new sectors are valid on disk before the header
   * counts them; the next append syncs the header.
   */
  async #grow(end: number): Promise<void> {
    const sectors = Math.max(2 * this.#sectors, end);
    this.#write(blank(this.#id, this.#sectors, sectors), this.#sectors);
    await this.#sync();
    this.#write(header(this.#id, sectors), 0);
    this.#sectors = sectors;
  }

  #write(bytes: Buffer, sector: number): void {
    try {
      writeAll(this.#descriptor, bytes, sector * SECTOR_BYTES);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw this.#writeError(error, code === "ENOSPC" || code === "EDQUOT" ? "full" : "failed");
    }
  }

  async #sync(): Promise<void> {
    try {
      await sync(this.#descriptor);
    } catch (error) {
      // The bytes may or may not be on disk; the next start finds out.
      throw this.#writeError(error, "failed");
    }
  }

  #writeError(cause: unknown, failure: WriteFailure): StorageWriteError {
    const message = `Cannot write to ${this.#file}: ${(cause as Error).message}.`;
    return new StorageWriteError(message, { failure, cause });
  }
}

/** Error for a log that does not begin where its tree ends. */
export function logGapError(path: string): DamagedStoreError {
  return mismatchError(path, "commits between the second and the first are missing");
}

function mismatchError(path: string, how: string): DamagedStoreError {
  const [log, tree] = [LOG_FILE, DATA_FILE].map((name) => join(path, name));
  return new DamagedStoreError(
    `${log} and ${tree} are not of one moment: ${how}. Put back both files of one moment, or restore a backup into a new folder.`,
  );
}

function dateOf(ts: bigint): string {
  return new Date(Number(ts / 1_000_000n)).toISOString();
}

export function readIfThere(file: string): Buffer | null {
  try {
    return readFileSync(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new DamagedStoreError(`${file} cannot be read: ${(cause as Error).message}.`, { cause });
  }
}

/** Reads the whole log `id` and checks every sector. @throws DamagedStoreError */
function readLog(path: string, id: number): Buffer {
  const file = join(path, LOG_FILE);
  const damaged = (what: string) =>
    new DamagedStoreError(`${file} is damaged: ${what}. Restore a backup into a new folder.`);
  const bytes = readIfThere(file);
  if (bytes === null) throw damaged("it is missing");
  if (!isHeader(bytes)) throw damaged("it does not begin as a log");
  if (bytes.readUInt32LE(ID_AT) !== id) throw damaged("it is the log of another store");
  const sectors = bytes.readUInt32LE(SECTORS_AT);
  if (bytes.length < sectors * SECTOR_BYTES) {
    throw damaged(`it has ${bytes.length} bytes and should have ${sectors * SECTOR_BYTES}`);
  }
  for (let sector = 1; sector < sectors; sector++) {
    const content = sectorAt(bytes, sector);
    if (content.readUInt32LE(0) !== checksum(content, id + sector)) {
      throw damaged(`the checksum of its bytes from ${sector * SECTOR_BYTES} on does not match`);
    }
  }
  return bytes.subarray(0, sectors * SECTOR_BYTES);
}

/**
 * Returns the timestamp of the newest commit named by any sector of `bytes`; 0 when none is named.
 */
function newestIn(bytes: Buffer): bigint {
  let newest = 0n;
  for (let sector = 1; (sector + 1) * SECTOR_BYTES <= bytes.length; sector++) {
    const ts = sectorAt(bytes, sector).readBigUInt64LE(TS_AT);
    if (ts > newest) newest = ts;
  }
  return newest;
}

interface LogRecord {
  readonly before: bigint;
  readonly ts: bigint;
  readonly writes: Buffer;
  /** Sector after the record. */
  readonly end: number;
}

/**
 * Returns the complete record that begins at sector `first` and follows the commit at `previous`
 * (null: any commit); null when there is none. All sectors of `bytes` must be valid.
 */
function recordAt(bytes: Buffer, first: number, previous: bigint | null): LogRecord | null {
  if ((first + 1) * SECTOR_BYTES > bytes.length) return null;
  const head = sectorAt(bytes, first);
  const before = head.readBigUInt64LE(BEFORE_AT);
  const ts = head.readBigUInt64LE(TS_AT);
  const isFirstPart = head.readUInt32LE(PART_AT) === 0 && ts > 0n;
  if (!isFirstPart || (previous !== null && before !== previous)) return null;
  const length = head.readUInt32LE(LENGTH_AT);
  const end = first + sectorsFor(length);
  if (end * SECTOR_BYTES > bytes.length) return null;
  const parts: Buffer[] = [];
  for (let sector = first; sector < end; sector++) {
    const part = sectorAt(bytes, sector);
    const isSame = part.compare(head, WRITES_CRC_AT, PART_AT, WRITES_CRC_AT, PART_AT) === 0;
    const isOfTs = part.compare(head, BEFORE_AT, WRITES_AT, BEFORE_AT, WRITES_AT) === 0;
    if (!isSame || !isOfTs || part.readUInt32LE(PART_AT) !== sector - first) return null;
    parts.push(part.subarray(WRITES_AT));
  }
  const writes = Buffer.concat(parts, length);
  // Rejects a mix of sectors from two attempts at the same record, made before and after a restart.
  return crc32(writes) === head.readUInt32LE(WRITES_CRC_AT) ? { before, ts, writes, end } : null;
}

/** Encodes the sectors of a record of log `id` that begins at sector `first`. */
function recordOf(
  id: number,
  first: number,
  { before, ts, writes }: Omit<LogRecord, "end">,
): Buffer {
  const parts = sectorsFor(writes.length);
  const record = Buffer.alloc(parts * SECTOR_BYTES);
  const writesCrc = crc32(writes);
  for (let part = 0; part < parts; part++) {
    const content = sectorAt(record, part);
    content.writeUInt32LE(writesCrc, WRITES_CRC_AT);
    content.writeUInt32LE(writes.length, LENGTH_AT);
    content.writeUInt32LE(part, PART_AT);
    content.writeBigUInt64LE(before, BEFORE_AT);
    content.writeBigUInt64LE(ts, TS_AT);
    writes.copy(content, WRITES_AT, part * WRITES_BYTES, (part + 1) * WRITES_BYTES);
    content.writeUInt32LE(checksum(content, id + first + part), 0);
  }
  return record;
}

/** Encodes valid sectors without a record, from number `from` up to, but not including, `to`. */
function blank(id: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc((to - from) * SECTOR_BYTES);
  for (let sector = from; sector < to; sector++) {
    const content = sectorAt(bytes, sector - from);
    content.writeUInt32LE(checksum(content, id + sector), 0);
  }
  return bytes;
}

function header(id: number, sectors: number): Buffer {
  const bytes = Buffer.alloc(SECTOR_BYTES);
  MAGIC.copy(bytes, 4);
  bytes.writeUInt32LE(id, ID_AT);
  bytes.writeUInt32LE(sectors, SECTORS_AT);
  bytes.writeUInt32LE(checksum(bytes, 0), 0);
  return bytes;
}

function isHeader(bytes: Buffer): boolean {
  if (bytes.length < SECTOR_BYTES) return false;
  const content = sectorAt(bytes, 0);
  const isOurs = content.subarray(4, 4 + MAGIC.length).equals(MAGIC);
  return isOurs && content.readUInt32LE(0) === checksum(content, 0);
}

function sectorAt(bytes: Buffer, sector: number): Buffer {
  return bytes.subarray(sector * SECTOR_BYTES, (sector + 1) * SECTOR_BYTES);
}

function checksum(sector: Buffer, start: number): number {
  return crc32(sector.subarray(4), start % 2 ** 32);
}

/** Number of sectors of a record. A record without writes takes one. */
function sectorsFor(length: number): number {
  return Math.max(1, Math.ceil(length / WRITES_BYTES));
}

function writeAll(descriptor: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
  }
}
