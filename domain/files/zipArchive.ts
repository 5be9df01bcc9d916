/** Receives the bytes of a file in order, and resolves when it is ready for more. */
export type ByteSink = (bytes: Uint8Array) => Promise<void> | void;

type Entry = {
  readonly name: string;
  readonly at: number;
  readonly method: 0 | 8;
  crc: number;
  packed: number;
  unpacked: number;
};

/** Sizes above 32 bits need zip64, which some spreadsheet programs cannot read. */
const MAX_BYTES = 0xffff_ffff;

/**
 * Writes a zip archive sequentially, without seeking back (PKWARE APPNOTE 4.3): the sizes of a
 * compressed part follow it in a data descriptor, and the central directory at the end repeats all
 * sizes.
 *
 * ```text
 * header · bytes    header · deflated bytes · descriptor    entry of each part · end record
 * stored part       compressed part                         central directory
 * ```
 */
export class ZipArchive {
  readonly #sink: ByteSink;
  readonly #entries: Entry[] = [];
  #at = 0;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  /** Adds a small part without compression. */
  async store(name: string, content: Uint8Array): Promise<void> {
    const sizes = { crc: crc32(content), packed: content.length, unpacked: content.length };
    await this.#begin({ name, at: this.#at, method: 0, ...sizes });
    await this.#put(content);
  }

  /**
   * Starts a part that is compressed while it is written. It must end before the next part starts.
   */
  async compress(name: string): Promise<CompressedPart> {
    const entry: Entry = { name, at: this.#at, method: 8, crc: 0, packed: 0, unpacked: 0 };
    await this.#begin(entry);
    const deflate = new CompressionStream("deflate-raw");
    const writer = deflate.writable.getWriter();
    const packing = this.#pack(entry, deflate.readable);
    // `write` and `end` await `packing` and report its error; this handler only marks it as
    // handled.
    packing.catch(() => undefined);
    return {
      write: async (content) => {
        entry.crc = crc32(content, entry.crc);
        entry.unpacked += content.length;
        // The next rows are formatted while these are compressed; errors are reported through
        // `packing`.
        writer.write(content).catch(() => undefined);
        await Promise.race([writer.ready, packing]);
      },
      end: async () => {
        await Promise.all([writer.close(), packing]);
        await this.#put(dataDescriptor(entry));
      },
    };
  }

  async end(): Promise<void> {
    const directoryAt = this.#at;
    for (const entry of this.#entries) await this.#put(directoryEntry(entry));
    await this.#put(endOfDirectory(this.#entries.length, this.#at - directoryAt, directoryAt));
  }

  async #begin(entry: Entry): Promise<void> {
    this.#entries.push(entry);
    await this.#put(localHeader(entry));
  }

  async #pack(entry: Entry, readable: ReadableStream<Uint8Array>): Promise<void> {
    const reader = readable.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      entry.packed += value.length;
      await this.#put(value);
    }
  }

  async #put(bytes: Uint8Array): Promise<void> {
    this.#at += bytes.length;
    if (this.#at > MAX_BYTES) throw new Error("A zip archive of more than 4 GB needs zip64");
    await this.#sink(bytes);
  }
}

export type CompressedPart = {
  readonly write: (content: Uint8Array<ArrayBuffer>) => Promise<void>;
  readonly end: () => Promise<void>;
};

/** Flag of a part that is followed by a data descriptor (bit 3). */
const HAS_DESCRIPTOR = 1 << 3;
const VERSION = 20;
/** 1980-01-01, the earliest MS-DOS date: exports do not reveal when they were created. */
const DOS_DATE = 0x21;

const encoder = new TextEncoder();

/** The fields shared by both headers of a part. */
function commonFields({ name, method, crc, packed, unpacked }: Entry): number[][] {
  const flags = method === 8 ? HAS_DESCRIPTOR : 0;
  const sizes = [u32(crc), u32(packed), u32(unpacked)];
  const lengths = [u16(encoder.encode(name).length), u16(0)];
  return [u16(VERSION), u16(flags), u16(method), u16(0), u16(DOS_DATE), ...sizes, ...lengths];
}

function localHeader(entry: Entry): Uint8Array {
  return bytesOf([u32(0x04034b50), ...commonFields(entry)], entry.name);
}

function dataDescriptor({ crc, packed, unpacked }: Entry): Uint8Array {
  return bytesOf([u32(0x08074b50), u32(crc), u32(packed), u32(unpacked)]);
}

function directoryEntry(entry: Entry): Uint8Array {
  const rest = [u16(0), u16(0), u16(0), u32(0), u32(entry.at)];
  return bytesOf([u32(0x02014b50), u16(VERSION), ...commonFields(entry), ...rest], entry.name);
}

function endOfDirectory(entries: number, bytes: number, at: number): Uint8Array {
  const counts = [u16(0), u16(0), u16(entries), u16(entries), u32(bytes), u32(at), u16(0)];
  return bytesOf([u32(0x06054b50), ...counts]);
}

function bytesOf(fields: readonly number[][], name = ""): Uint8Array {
  return Uint8Array.from([...fields.flat(), ...encoder.encode(name)]);
}

const u16 = (value: number) => [value & 0xff, (value >>> 8) & 0xff];
const u32 = (value: number) => [...u16(value), ...u16(value >>> 16)];

/**
 * Remainders for CRC-32 (ISO 3309, polynomial 0xEDB88320), four tables of 256: for each byte, and
 * for each byte followed by one, two and three zero bytes ("slicing by four").
 */
const CRC_TABLE = new Int32Array(4 * 256);
for (let entry = 0; entry < CRC_TABLE.length; entry++) {
  let crc = entry < 256 ? entry : remainder(entry - 256);
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  CRC_TABLE[entry] = crc;
}

function remainder(entry: number): number {
  return CRC_TABLE[entry] ?? 0;
}

/**
 * Continues a CRC-32, four bytes at a time.
 *
 * @param before CRC-32 of the preceding bytes
 */
function crc32(bytes: Uint8Array, before = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let crc = ~before;
  let at = 0;
  for (; at + 4 <= bytes.length; at += 4) {
    crc ^= view.getInt32(at, true);
    crc =
      remainder(768 + (crc & 0xff)) ^
      remainder(512 + ((crc >>> 8) & 0xff)) ^
      remainder(256 + ((crc >>> 16) & 0xff)) ^
      remainder(crc >>> 24);
  }
  for (; at < bytes.length; at++) {
    crc = remainder((crc ^ view.getUint8(at)) & 0xff) ^ (crc >>> 8);
  }
  return ~crc >>> 0;
}
