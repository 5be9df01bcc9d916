import { createWriteStream } from "node:fs";
import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

type Content = Iterable<string> | AsyncIterable<string> | AsyncIterable<Buffer>;

/** A ZIP file written entry by entry, each while its content is read. */
export class ZipWriter {
  readonly #zip = new ZipFile();
  readonly #output = this.#zip.outputStream as Readable;
  /** Content of the entries being written. */
  readonly #open = new Set<Readable>();

  constructor() {
    this.#zip.on("error", (error: Error) => this.#output.destroy(error));
  }

  /** Adds an entry. @param read called when all earlier entries are written */
  add(path: string, read: () => Content): void {
    this.#zip.addReadStreamLazy(path, (opened) => {
      const content = Readable.from(read());
      this.#open.add(content);
      content.once("error", (error) => this.#output.destroy(error));
      content.once("close", () => this.#open.delete(content));
      opened(null, content);
    });
  }

  /**
   * Writes the entries to `path`. Resolves when they are on disk. @throws the error of an entry's
   * content, or of the disk
   */
  async finish(path: string): Promise<void> {
    this.#zip.end();
    await pipeline(this.#output, createWriteStream(path, { mode: 0o600, flush: true }));
  }

  /** Stops reading all content. Resolves when it is closed. */
  async closeEntries(): Promise<void> {
    await Promise.all(
      [...this.#open].map((content) => {
        const closed = once(content, "close");
        content.destroy();
        return closed;
      }),
    );
  }
}
