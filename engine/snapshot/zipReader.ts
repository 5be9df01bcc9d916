import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { openPromise, type Entry, type ZipFile } from "yauzl";

/** Line limit: a document of 1 MiB fits however its text is escaped. */
const MAX_LINE_BYTES = 8 * 2 ** 20;

/**
 * Signatures of the record after the central directory: the end record, or its ZIP64 form in a
 * large file.
 */
const AFTER_LIST = [0x06054b50, 0x06064b50];

/** A ZIP file whose entries can be read one at a time, in any order. */
export class ZipReader {
  private constructor(
    readonly names: readonly string[],
    readonly zip: ZipFile,
    readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws Error when the central directory is damaged or names an entry twice */
  static async open(path: string): Promise<ZipReader> {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    try {
      const entries = new Map<string, Entry>();
      for await (const entry of zip.eachEntry()) {
        if (entries.has(entry.fileName)) throw new Error(`it has ${entry.fileName} twice`);
        // No checksum covers the central directory, where a damaged name could be another table's
        // name.
        const { fileName } = await zip.readLocalFileHeaderPromise(entry);
        if (!fileName.equals(entry.fileNameRaw))
          throw new Error(`its two names of ${entry.fileName} differ`);
        entries.set(entry.fileName, entry);
      }
      // `readEntryCursor` is an offset; its type says boolean
      await checkListEnds(path, Number(zip.readEntryCursor));
      return new ZipReader([...entries.keys()], zip, entries);
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  /**
   * Yields the bytes of an entry. @throws Error, at their end at the latest, when they are damaged
   */
  async *bytes(name: string): AsyncIterable<Buffer> {
    const entry = this.entries.get(name)!;
    if (entry.isEncrypted()) throw new Error(`${name} is encrypted`);
    let sum = 0;
    for await (const chunk of await this.zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk as Buffer, sum);
      yield chunk as Buffer;
    }
    if (sum !== entry.crc32) throw new Error(`${name} does not match its checksum`);
  }

  /** Yields the non-empty lines of an entry of UTF-8 text. */
  async *lines(name: string): AsyncIterable<string> {
    let rest = Buffer.alloc(0);
    for await (const chunk of this.bytes(name)) {
      let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = bytes.indexOf("\n"); end >= 0; end = bytes.indexOf("\n")) {
        if (end > 0) yield bytes.toString("utf8", 0, end);
        bytes = bytes.subarray(end + 1);
      }
      if (bytes.length > MAX_LINE_BYTES) throw new Error(`${name} has a line that is too long`);
      rest = Buffer.from(bytes);
    }
    if (rest.length > 0) yield rest.toString("utf8");
  }

  close(): void {
    this.zip.close();
  }
}

/**
 * Checks that the central directory ends at `offset`: no checksum covers its number of entries, and
 * a smaller number would omit the last ones.
 *
 * @throws Error when the directory continues
 */
async function checkListEnds(path: string, offset: number): Promise<void> {
  const handle = await open(path);
  try {
    const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, offset);
    if (!AFTER_LIST.includes(buffer.readUInt32LE(0))) {
      throw new Error("it has more entries than it says");
    }
  } finally {
    await handle.close();
  }
}
