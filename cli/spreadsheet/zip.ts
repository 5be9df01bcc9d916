import { inflateRawSync } from "node:zlib";
import { inMiB, type Limits } from "./limits";
import { UnreadableSheet } from "./sheet";

/**
 * Checks an .xlsx, which is a zip archive, before anything parses it: the number of parts, their
 * unpacked size, and that the archive states both correctly.
 *
 * Layout (PKWARE APPNOTE 4.3): the "end of central directory" record in the last 64 KiB gives the
 * place of the directory; each entry there names a part, its packed and its unpacked size. Every
 * part is inflated once with its stated size as the cap, so that a part that would grow beyond it
 * stops there. Costs about 5 ms per unpacked MiB.
 *
 * SheetJS, which parses the file afterwards, believes what a part states about itself, and looks
 * into an Index.zip where there is no workbook. So every value that is stated twice must agree, and
 * the archive must hold a workbook.
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
  const names = new Set<string>();
  for (const entry of listEntries(bytes, directory)) {
    unpacked += entry.unpackedBytes;
    if (unpacked > limits.unpackedBytes) {
      throw new UnreadableSheet(
        `it unpacks to more than ${inMiB(limits.unpackedBytes)}; save a smaller part of it as CSV`,
      );
    }
    names.add(checkEntry(bytes, entry).toLowerCase());
  }
  const isExcel =
    names.has("[content_types].xml") && !OTHER_PROGRAMS.some((name) => names.has(name));
  if (!isExcel) throw new UnreadableSheet("it is no Excel workbook");
}

/** Parts by which SheetJS knows OpenDocument, Uniform Office and Numbers files. */
const OTHER_PROGRAMS = ["meta-inf/manifest.xml", "objectdata.xml", "index/document.iwa"];

const END_OF_DIRECTORY = Buffer.from("PK\x05\x06", "latin1");
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_BYTES = 22;
/** The value of a size that does not fit 32 bits (zip64), far beyond the limits. */
const IN_ZIP64 = 0xffffffff;

/** Id of the extra field that states sizes with 64 bits. */
const ZIP64_SIZES = 1;

const DAMAGED = "it is damaged: the archive inside it is incomplete";
const CONTRADICTORY = "it is damaged: the archive inside it contradicts itself";

type Directory = { readonly offset: number; readonly entries: number };
type Entry = {
  readonly offset: number;
  readonly method: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly extra: Buffer;
};

function findDirectory(bytes: Buffer): Directory {
  const at = bytes.lastIndexOf(END_OF_DIRECTORY);
  if (at < 0 || at + END_BYTES > bytes.length) throw new UnreadableSheet(DAMAGED);
  const entries = bytes.readUInt16LE(at + 10);
  if (bytes.readUInt16LE(at + 8) !== entries) throw new UnreadableSheet(CONTRADICTORY);
  return { entries, offset: bytes.readUInt32LE(at + 16) };
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
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) =>
      bytes.readUInt16LE(at + field),
    );
    yield {
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      unpackedBytes: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
      extra: bytes.subarray(at + 46 + name, at + 46 + name + extra),
    };
    at += 46 + name + extra + comment;
  }
}

/** Checks one part. @returns the name that the part gives itself */
function checkEntry(bytes: Buffer, entry: Entry): string {
  const { offset, method, packedBytes, unpackedBytes } = entry;
  if (unpackedBytes === IN_ZIP64 || offset + 30 > bytes.length) throw new UnreadableSheet(DAMAGED);
  if (bytes.readUInt32LE(offset) !== LOCAL_ENTRY) throw new UnreadableSheet(DAMAGED);
  const extraAt = offset + 30 + bytes.readUInt16LE(offset + 26);
  const start = extraAt + bytes.readUInt16LE(offset + 28);
  if (start + packedBytes > bytes.length) throw new UnreadableSheet(DAMAGED);
  const sizes = [bytes.readUInt32LE(offset + 22)];
  for (const extra of [entry.extra, bytes.subarray(extraAt, start)])
    sizes.push(...zip64Sizes(extra));
  // 0: the part did not know its size yet when its head was written.
  const agrees = sizes.every((size) => size === unpackedBytes || size === 0);
  if (!agrees || bytes.readUInt16LE(offset + 8) !== method) {
    throw new UnreadableSheet(CONTRADICTORY);
  }
  const name = bytes.toString("latin1", offset + 30, extraAt);
  if (method === 0 && packedBytes === unpackedBytes) return name;
  if (method !== 8) throw new UnreadableSheet("it is packed in a way that Excel does not use");
  const packed = bytes.subarray(start, start + packedBytes);
  try {
    // One byte more than stated, because a cap of 0 is not accepted.
    const { length } = inflateRawSync(packed, { maxOutputLength: unpackedBytes + 1 });
    if (length === unpackedBytes) return name;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_BUFFER_TOO_LARGE") {
      throw new UnreadableSheet(DAMAGED, { cause: error });
    }
  }
  throw new UnreadableSheet("a part inside it unpacks to another size than it says");
}

/**
 * Returns the unpacked sizes that the extra fields of a part state; NaN for one that is cut off.
 */
function zip64Sizes(extra: Buffer): number[] {
  const sizes: number[] = [];
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_SIZES) continue;
    sizes.push(at + 12 <= extra.length ? Number(extra.readBigUInt64LE(at + 4)) : NaN);
  }
  return sizes;
}
