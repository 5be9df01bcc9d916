import { inMiB, type SheetLimits } from "./limits";
import { UnreadableSheet } from "./sheet";

/**
 * Checks an .xlsx, which is a zip archive, before anything parses it: the number of parts, their
 * unpacked size, and that the archive states both correctly.
 *
 * Layout (PKWARE APPNOTE 4.3): the "end of central directory" record in the last 64 KiB gives the
 * place of the directory; each entry there names a part, its packed and its unpacked size. Every
 * part is inflated once with its stated size as the cap, so that a part that would grow beyond it
 * stops there. Costs about 10 ms per unpacked MiB.
 *
 * SheetJS, which parses the file afterwards, believes what a part states about itself, and looks
 * into an Index.zip where there is no workbook. So every value that is stated twice must agree, and
 * the archive must hold a workbook.
 *
 * @throws UnreadableSheet
 */
export async function checkZip(bytes: Uint8Array, limits: SheetLimits): Promise<void> {
  const file = new Archive(bytes);
  const directory = findDirectory(file);
  if (directory.entries > limits.entries) {
    throw new UnreadableSheet(
      `it has ${directory.entries} parts inside; at most ${limits.entries} are read`,
    );
  }
  let unpacked = 0;
  const names = new Set<string>();
  for (const entry of listEntries(file, directory)) {
    unpacked += entry.unpackedBytes;
    if (unpacked > limits.unpackedBytes) {
      throw new UnreadableSheet(
        `it unpacks to more than ${inMiB(limits.unpackedBytes)}; save a smaller part of it as CSV`,
      );
    }
    names.add((await checkEntry(file, entry)).toLowerCase());
  }
  const isExcel =
    names.has("[content_types].xml") && !OTHER_PROGRAMS.some((name) => names.has(name));
  if (!isExcel) throw new UnreadableSheet("it is no Excel workbook");
}

/** Parts by which SheetJS knows OpenDocument, Uniform Office and Numbers files. */
const OTHER_PROGRAMS = ["meta-inf/manifest.xml", "objectdata.xml", "index/document.iwa"];

const END_OF_DIRECTORY = 0x06054b50;
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
  readonly extra: Archive;
};

/** The bytes of an archive, or of a part of it; numbers are little-endian. */
class Archive {
  readonly #view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.length;
  }

  uint16(at: number): number {
    return this.#view.getUint16(at, true);
  }

  uint32(at: number): number {
    return this.#view.getUint32(at, true);
  }

  uint64(at: number): number {
    return Number(this.#view.getBigUint64(at, true));
  }

  slice(start: number, end: number): Archive {
    return new Archive(this.bytes.subarray(start, end));
  }
}

function findDirectory(file: Archive): Directory {
  let at = file.length - 4;
  while (at >= 0 && file.uint32(at) !== END_OF_DIRECTORY) at -= 1;
  if (at < 0 || at + END_BYTES > file.length) throw new UnreadableSheet(DAMAGED);
  const entries = file.uint16(at + 10);
  if (file.uint16(at + 8) !== entries) throw new UnreadableSheet(CONTRADICTORY);
  return { entries, offset: file.uint32(at + 16) };
}

function* listEntries(file: Archive, directory: Directory): Generator<Entry> {
  let at = directory.offset;
  for (let index = 0; index < directory.entries; index++) {
    if (at + 46 > file.length || file.uint32(at) !== DIRECTORY_ENTRY) {
      throw new UnreadableSheet(DAMAGED);
    }
    if ((file.uint16(at + 8) & 1) !== 0) {
      throw new UnreadableSheet("it is protected by a password; save it without one");
    }
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => file.uint16(at + field));
    yield {
      method: file.uint16(at + 10),
      packedBytes: file.uint32(at + 20),
      unpackedBytes: file.uint32(at + 24),
      offset: file.uint32(at + 42),
      extra: file.slice(at + 46 + name, at + 46 + name + extra),
    };
    at += 46 + name + extra + comment;
  }
}

/** Checks one part. @returns the name that the part gives itself */
async function checkEntry(file: Archive, entry: Entry): Promise<string> {
  const { offset, method, packedBytes, unpackedBytes } = entry;
  if (unpackedBytes === IN_ZIP64 || offset + 30 > file.length) throw new UnreadableSheet(DAMAGED);
  if (file.uint32(offset) !== LOCAL_ENTRY) throw new UnreadableSheet(DAMAGED);
  const extraAt = offset + 30 + file.uint16(offset + 26);
  const start = extraAt + file.uint16(offset + 28);
  if (start + packedBytes > file.length) throw new UnreadableSheet(DAMAGED);
  const sizes = [file.uint32(offset + 22)];
  for (const extra of [entry.extra, file.slice(extraAt, start)]) sizes.push(...zip64Sizes(extra));
  // 0: the part did not know its size yet when its head was written.
  const agrees = sizes.every((size) => size === unpackedBytes || size === 0);
  if (!agrees || file.uint16(offset + 8) !== method) throw new UnreadableSheet(CONTRADICTORY);
  const name = new TextDecoder("latin1").decode(file.bytes.subarray(offset + 30, extraAt));
  if (method === 0 && packedBytes === unpackedBytes) return name;
  if (method !== 8) throw new UnreadableSheet("it is packed in a way that Excel does not use");
  const packed = file.bytes.subarray(start, start + packedBytes);
  if ((await inflatedLength(packed, unpackedBytes)) === unpackedBytes) return name;
  throw new UnreadableSheet("a part inside it unpacks to another size than it says");
}

/**
 * Inflates a part, keeping nothing of it. @returns its unpacked size, or some larger number than
 * `most` as soon as it is beyond that
 */
async function inflatedLength(packed: Uint8Array, most: number): Promise<number> {
  const reader = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .getReader();
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return length;
      length += value.length;
      if (length > most) return length;
    }
  } catch (error) {
    throw new UnreadableSheet(DAMAGED, { cause: error });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Returns the unpacked sizes that the extra fields of a part state; NaN for one that is cut off.
 */
function zip64Sizes(extra: Archive): number[] {
  const sizes: number[] = [];
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.uint16(at + 2)) {
    if (extra.uint16(at) !== ZIP64_SIZES) continue;
    sizes.push(at + 12 <= extra.length ? extra.uint64(at + 4) : NaN);
  }
  return sizes;
}
