import { inflateRawSync } from "node:zlib";
import { inMiB, type Limits } from "./limits";
import { UnreadableSheet } from "./sheet";

/**
 * Checks an .xlsx, which is a zip archive, before anything parses it: the number of parts, their
 * unpacked size, and that the archive does not lie about it.
 *
 * Layout (PKWARE APPNOTE 4.3): the "end of central directory" record in the last 64 KiB says
 * where the directory is; each entry there names a part, its packed and its unpacked size. Every
 * part is inflated once with its stated size as the cap, so that a part which would grow beyond it
 * stops there. Costs about 5 ms per unpacked MiB.
 *
 * @throws UnreadableSheet
 */
export function checkZip(bytes: Buffer, limits: Limits): void {
  const directory = findDirectory(bytes);
  if (directory.entries > limits.entries) {
    throw new UnreadableSheet(
      `it has ${directory.entries} parts inside; at most ${limits.entries} are read`,
    );
  }
  let unpacked = 0;
  for (const entry of listEntries(bytes, directory)) {
    unpacked += entry.unpackedBytes;
    if (unpacked > limits.unpackedBytes) {
      throw new UnreadableSheet(
        `it unpacks to more than ${inMiB(limits.unpackedBytes)}; save a smaller part of it as CSV`,
      );
    }
    checkEntry(bytes, entry);
  }
}

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
/** Stands where a size does not fit 32 bits (zip64): far beyond our limits anyway. */
const IN_ZIP64 = 0xffffffff;

const DAMAGED = "it is damaged: the archive inside it is incomplete";

type Directory = { readonly offset: number; readonly entries: number };
type Entry = {
  readonly offset: number;
  readonly method: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
};

function findDirectory(bytes: Buffer): Directory {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = bytes.length - END_BYTES; at >= first; at--) {
    if (bytes.readUInt32LE(at) !== END_OF_DIRECTORY) continue;
    return { entries: bytes.readUInt16LE(at + 10), offset: bytes.readUInt32LE(at + 16) };
  }
  throw new UnreadableSheet(DAMAGED);
}

function* listEntries(bytes: Buffer, directory: Directory): Generator<Entry> {
  let at = directory.offset;
  for (let index = 0; index < directory.entries; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY_ENTRY) {
      throw new UnreadableSheet(DAMAGED);
    }
    if ((bytes.readUInt16LE(at + 8) & 1) !== 0) {
      throw new UnreadableSheet("it is protected by a password; save it without one");
    }
    yield {
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      unpackedBytes: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    };
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field));
    at += 46 + (name ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
}

function checkEntry(bytes: Buffer, entry: Entry): void {
  const { offset, method, packedBytes, unpackedBytes } = entry;
  if (unpackedBytes === IN_ZIP64 || offset + 30 > bytes.length) throw new UnreadableSheet(DAMAGED);
  if (bytes.readUInt32LE(offset) !== LOCAL_ENTRY) throw new UnreadableSheet(DAMAGED);
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  if (start + packedBytes > bytes.length) throw new UnreadableSheet(DAMAGED);
  if (method === 0 && packedBytes === unpackedBytes) return;
  if (method !== 8) throw new UnreadableSheet("it is packed in a way that Excel does not use");
  const packed = bytes.subarray(start, start + packedBytes);
  try {
    // One byte more than stated, because a cap of 0 is not accepted.
    const { length } = inflateRawSync(packed, { maxOutputLength: unpackedBytes + 1 });
    if (length === unpackedBytes) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE") {
      throw new UnreadableSheet(DAMAGED, { cause: error });
    }
  }
  throw new UnreadableSheet("a part inside it unpacks to another size than it says");
}
