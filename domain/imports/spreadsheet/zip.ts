import { inMiB, type SheetLimits } from "./limits";
import { UnreadableSheet } from "./sheet";

/**
 * Unpacks an .xlsx, which is a zip archive, within the limits, and packs it anew in the plainest
 * form: parts that are stored, with 32-bit sizes in front of them.
 *
 * SheetJS, which parses the result, believes what each part states about itself. It fails on
 * archives that a program wrote as a stream (the sizes follow the part, or are `FFFFFFFF` with the
 * true ones in a zip64 field), and a part that lies could make it allocate gigabytes. So only the
 * directory of the person's archive is believed, and every part is inflated with its stated size
 * as the cap. Costs about 10 ms per unpacked MiB.
 *
 * Layout (PKWARE APPNOTE 4.3): the "end of central directory" record in the last 64 KiB gives the
 * place of the directory; each entry there names a part, its packed and its unpacked size.
 *
 * @throws UnreadableSheet
 */
export async function plainArchive(bytes: Uint8Array, limits: SheetLimits): Promise<Uint8Array> {
  const file = new Archive(bytes);
  const directory = findDirectory(file);
  if (directory.entries > limits.entries) {
    throw new UnreadableSheet(
      `it has ${directory.entries} parts inside; at most ${limits.entries} are read`,
    );
  }
  const entries = [...listEntries(file, directory)];
  const unpacked = entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  if (unpacked > limits.unpackedBytes) {
    throw new UnreadableSheet(
      `it unpacks to more than ${inMiB(limits.unpackedBytes)}; save a smaller part of it as CSV`,
    );
  }
  checkProgram(entries.map(({ name }) => latin1(name).toLowerCase()));
  const parts: Part[] = [];
  for (const entry of entries) {
    parts.push({ name: entry.name, content: await contentOf(file, entry) });
  }
  return storedArchive(parts);
}

/**
 * Each file that identifies an archive of another program, and a description of that program's
 * files.
 */
const OTHER_PROGRAMS = [
  ["meta-inf/manifest.xml", "an OpenDocument file; save it as .xlsx"],
  ["index/document.iwa", "a Numbers or Pages document; export it as .xlsx"],
  ["objectdata.xml", "a Uniform Office file; save it as .xlsx"],
  ["word/document.xml", "a Word document; copy its table into a spreadsheet"],
  ["ppt/presentation.xml", "a presentation; copy its table into a spreadsheet"],
  ["xl/workbook.bin", "a binary workbook (.xlsb); save it as .xlsx"],
] as const;

/** @throws UnreadableSheet that names the program, unless the parts are those of a workbook */
function checkProgram(names: readonly string[]): void {
  for (const [part, what] of OTHER_PROGRAMS) {
    if (names.includes(part)) throw new UnreadableSheet(`it is ${what}`);
  }
  if (!names.includes("[content_types].xml")) {
    throw new UnreadableSheet("it is an archive, but no Excel workbook");
  }
}

const END_OF_DIRECTORY = 0x06054b50;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_END_OF_DIRECTORY = 0x06064b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_ENTRY = 0x04034b50;
const END_BYTES = 22;
const LOCATOR_BYTES = 20;
const ENTRY_BYTES = 46;
const LOCAL_BYTES = 30;
/** The value of a size that is in the zip64 field, and that of a number of entries. */
const IN_ZIP64 = 0xffffffff;
const ENTRIES_IN_ZIP64 = 0xffff;

/** Id of the extra field that states sizes with 64 bits. */
const ZIP64_SIZES = 1;

const DAMAGED = "it is damaged: the archive inside it is incomplete";
const CONTRADICTORY = "it is damaged: the archive inside it contradicts itself";

type Directory = { readonly offset: number; readonly entries: number };
type Entry = {
  readonly name: Uint8Array;
  readonly offset: number;
  readonly method: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
};
type Part = { readonly name: Uint8Array; readonly content: Uint8Array };

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

  /** True if a record of so many bytes with this signature is there. */
  has(signature: number, at: number, length: number): boolean {
    return at >= 0 && at + length <= this.length && this.uint32(at) === signature;
  }

  slice(start: number, end: number): Archive {
    return new Archive(this.bytes.subarray(start, end));
  }
}

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes);

function findDirectory(file: Archive): Directory {
  let at = file.length - 4;
  while (at >= 0 && file.uint32(at) !== END_OF_DIRECTORY) at -= 1;
  if (!file.has(END_OF_DIRECTORY, at, END_BYTES)) throw new UnreadableSheet(DAMAGED);
  const entries = file.uint16(at + 10);
  const offset = file.uint32(at + 16);
  if (entries === ENTRIES_IN_ZIP64 || offset === IN_ZIP64) return findZip64Directory(file, at);
  if (file.uint16(at + 8) !== entries) throw new UnreadableSheet(CONTRADICTORY);
  return { entries, offset };
}

/** @param end of the 32-bit record, in front of which the locator of the 64-bit one stands */
function findZip64Directory(file: Archive, end: number): Directory {
  const locator = end - LOCATOR_BYTES;
  if (!file.has(ZIP64_LOCATOR, locator, LOCATOR_BYTES)) throw new UnreadableSheet(DAMAGED);
  const at = file.uint64(locator + 8);
  if (!file.has(ZIP64_END_OF_DIRECTORY, at, 56)) throw new UnreadableSheet(DAMAGED);
  return { entries: file.uint64(at + 32), offset: file.uint64(at + 48) };
}

function* listEntries(file: Archive, directory: Directory): Generator<Entry> {
  let at = directory.offset;
  for (let index = 0; index < directory.entries; index++) {
    if (!file.has(DIRECTORY_ENTRY, at, ENTRY_BYTES)) throw new UnreadableSheet(DAMAGED);
    if ((file.uint16(at + 8) & 1) !== 0) {
      throw new UnreadableSheet("it is protected by a password; save it without one");
    }
    const [name = 0, extra = 0, comment = 0] = [28, 30, 32].map((field) => file.uint16(at + field));
    const nameAt = at + ENTRY_BYTES;
    const sizes = zip64Sizes(file.slice(nameAt + name, nameAt + name + extra));
    // The zip64 field has the sizes that the entry has no room for, in this order.
    const [unpackedBytes = 0, packedBytes = 0, offset = 0] = [24, 20, 42].map((field) => {
      const size = file.uint32(at + field);
      return size === IN_ZIP64 ? sizes.next().value : size;
    });
    yield {
      name: file.bytes.subarray(nameAt, nameAt + name),
      method: file.uint16(at + 10),
      packedBytes,
      unpackedBytes,
      offset,
    };
    at = nameAt + name + extra + comment;
  }
}

/** Yields the sizes in the zip64 field of an entry. */
function* zip64Sizes(extra: Archive): Generator<number, number> {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.uint16(at + 2)) {
    if (extra.uint16(at) !== ZIP64_SIZES) continue;
    const end = Math.min(at + 4 + extra.uint16(at + 2), extra.length);
    for (let size = at + 4; size + 8 <= end; size += 8) yield extra.uint64(size);
  }
  throw new UnreadableSheet(DAMAGED);
}

async function contentOf(file: Archive, entry: Entry): Promise<Uint8Array> {
  const { offset, method, packedBytes, unpackedBytes } = entry;
  if (!file.has(LOCAL_ENTRY, offset, LOCAL_BYTES)) throw new UnreadableSheet(DAMAGED);
  const start = offset + LOCAL_BYTES + file.uint16(offset + 26) + file.uint16(offset + 28);
  if (start + packedBytes > file.length) throw new UnreadableSheet(DAMAGED);
  const packed = file.bytes.subarray(start, start + packedBytes);
  if (method === 0 && packedBytes === unpackedBytes) return packed;
  if (method !== 8) throw new UnreadableSheet("it is compressed in a way that Excel does not use");
  return await inflated(packed, unpackedBytes);
}

/** Inflates a part of this size. */
async function inflated(packed: Uint8Array, size: number): Promise<Uint8Array> {
  const reader = new Blob([packed as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .getReader();
  const content = new Uint8Array(size);
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (length + value.length > size) throw new UnreadableSheet(OTHER_SIZE);
      content.set(value, length);
      length += value.length;
    }
  } catch (error) {
    if (error instanceof UnreadableSheet) throw error;
    throw new UnreadableSheet(DAMAGED, { cause: error });
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  if (length !== size) throw new UnreadableSheet(OTHER_SIZE);
  return content;
}

const OTHER_SIZE = "a part inside it does not unpack to its stated size";

/** Writes an archive of stored parts. Checksums are left 0: SheetJS does not read them. */
function storedArchive(parts: readonly Part[]): Uint8Array {
  const bytesOf = ({ name, content }: Part) => name.length + content.length;
  const headBytes = LOCAL_BYTES + ENTRY_BYTES;
  const total = parts.reduce(
    (sum, part) => sum + headBytes + part.name.length + bytesOf(part),
    END_BYTES,
  );
  const archive = new Uint8Array(total);
  const view = new DataView(archive.buffer);
  const offsets: number[] = [];
  let at = 0;
  const writeHead = (
    signature: number,
    { name, content }: Part,
    length: number,
    sizesAt: number,
  ) => {
    view.setUint32(at, signature, true);
    view.setUint32(at + sizesAt, content.length, true);
    view.setUint32(at + sizesAt + 4, content.length, true);
    view.setUint16(at + sizesAt + 8, name.length, true);
    archive.set(name, at + length);
  };
  for (const part of parts) {
    offsets.push(at);
    writeHead(LOCAL_ENTRY, part, LOCAL_BYTES, 18);
    archive.set(part.content, at + LOCAL_BYTES + part.name.length);
    at += LOCAL_BYTES + bytesOf(part);
  }
  const directoryAt = at;
  for (const [index, part] of parts.entries()) {
    writeHead(DIRECTORY_ENTRY, part, ENTRY_BYTES, 20);
    view.setUint32(at + 42, offsets[index] ?? 0, true);
    at += ENTRY_BYTES + part.name.length;
  }
  view.setUint32(at, END_OF_DIRECTORY, true);
  view.setUint16(at + 8, parts.length, true);
  view.setUint16(at + 10, parts.length, true);
  view.setUint32(at + 12, at - directoryAt, true);
  view.setUint32(at + 16, directoryAt, true);
  return archive;
}
